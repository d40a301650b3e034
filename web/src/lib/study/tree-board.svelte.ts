/** What the analysis boards of both families share: a tree, the position of its current node, its address, what is kept. */

import { announcer } from '../announcer.svelte'
import { api, ApiError } from '../api/client'
import type { CheckedPosition } from '../api/types/game'
import type { OptionValue, Rulebook } from '../api/types/rulebooks'
import { speech, t } from '../i18n.svelte'
import { errorMessage } from '../resource.svelte'
import { gameTree } from './game-tree'
import { keep, keptOf, type KeptAnalysis } from './kept'
import { movesText, pointsSpelling, squaresSpelling, shownIn, treeOf, writeTreeText, type Spelling, type TreeText } from './tree-text'
import { Tree, type TreeNode } from './tree.svelte'
import { between } from './shapes'
import { MAX_NODES, MAX_SHAPES, newNodeId, type Written } from './types'
import { moveText } from './words'

/** Why something was refused. */
export interface Fault {
  message: string
  clause: string | null
}

/** Where an analysis begins. */
export interface Opening extends TreeText {
  /** Null for the start of the rules. */
  position: string | null
  options: Record<string, OptionValue>
  /** The game whose moves are the main line, and after how many of them one begins. */
  game: string | null
  after: number | null
}

/** A tree that is kept elsewhere: a chapter of a study. */
export interface GivenTree {
  tree: Tree
  options: Record<string, OptionValue>
  /** Nothing is told of what a position is worth: its moves are guessed. */
  quiet?: boolean
}

const MAX_VARIATIONS = 60
/** A tree is kept once the hand rests. */
const KEEP_MS = 250

export abstract class TreeBoard<S> {
  tree = $state.raw<Tree>(Tree.from(''))
  position = $state<string | null>(null)
  options = $state.raw<Record<string, OptionValue>>({})
  game = $state<string | null>(null)
  /** The position of the current node; null until the server has answered. */
  view = $state.raw<CheckedPosition<S> | null>(null)
  /** The position of a line that is looked at without leaving the node. */
  preview = $state.raw<Written | null>(null)
  fault = $state.raw<Fault | null>(null)
  /** Rises with each position that is asked for: answers to earlier questions come too late. */
  protected question = 0
  /** Whether the whole tree of the address has arrived: nothing is kept or noted before. */
  isOpen = $state(false)
  /** The tree is kept elsewhere: neither in this browser nor in the address. */
  isGiven = false
  /** Nothing is told of what a position is worth. */
  isQuiet = false
  #seen: string | null | undefined = undefined
  /** Called once moves can be made: the tree that is opened stands, or there is none. */
  #stands: () => void = () => undefined
  #plays: Promise<unknown> = new Promise<void>((resolve) => { this.#stands = resolve })
  #id = newNodeId()
  #timer: ReturnType<typeof setTimeout> | undefined

  protected readonly spelling: Spelling

  constructor(protected readonly book: Rulebook<S>) {
    this.spelling = book.family === 'tables' ? pointsSpelling : squaresSpelling
  }

  /** The start of the rules as they are set. */
  get ownStart(): string {
    return this.book.start
  }

  get start(): string {
    return this.position ?? this.ownStart
  }

  get path(): TreeNode[] {
    return this.tree.path()
  }

  /** The moves to the current node. */
  get played(): string[] {
    return this.path.map(({ move }) => move)
  }

  get last(): TreeNode | undefined {
    return this.tree.node(this.tree.current)
  }

  /** The analyses that were made before with the same rulebook. */
  kept(): KeptAnalysis[] {
    return keptOf(this.book.id)
  }

  /** Goes on with an analysis that was kept. */
  async resume({ id, position, options, game, tree }: KeptAnalysis): Promise<void> {
    this.#id = id
    this.position = position
    this.options = options
    this.game = game
    if (!(await this.prepare())) return
    this.#grow(new Tree(tree))
    this.isOpen = true
  }

  /** Begins anew from another position. */
  begin(position: string | null): void {
    this.#id = newNodeId()
    this.position = position
    this.game = null
    this.isOpen = true
    this.#grow(Tree.from(this.start))
  }

  /** Goes to a node; null is the start. */
  show(id: string | null): void {
    this.preview = null
    if (this.tree.go(id)) this.follow()
  }

  /** Shows the current node, if it is not shown already: it may have changed by an edit that was undone. */
  follow(): void {
    if (this.#seen !== this.tree.current) void this.ask()
  }

  /**
   * Makes a move, or lets chance act; answers whether the rules allow it. Moves are made one after the other, once the
   * tree stands that is being opened. `typed`: the text was written by hand, in the letters of the page's language.
   */
  play(text: string, typed = false): Promise<boolean> {
    const done = this.#plays.then(() => this.#play(text, typed))
    this.#plays = done
    return done
  }

  /** Plays moves that are known from a line, as a variation; `stay`: without going there. */
  async addLine(line: readonly Written[], stay = false): Promise<void> {
    await this.#plays
    this.preview = null
    const end = this.#add(line, this.tree.current)
    if (end !== undefined && !stay) this.show(end)
  }

  /** The moves of a line from the current node, with their positions. */
  async written(tokens: string[]): Promise<Written[]> {
    const { played } = await api.playFrom<S>(this.book.id, this.start, [...this.played, ...tokens], [], this.options)
    return played.slice(-tokens.length)
  }

  /** Draws a shape on the current position, or erases it if it is there. */
  draw(shape: string): void {
    const { current } = this.tree
    const { shapes } = this.tree.remarks(current)
    const off = between(shapes, shape).map((each) => ({ type: 'shape', node: current, shape: each, on: false }) as const)
    const made = this.tree.edit(...off, { type: 'shape', node: current, shape, on: !shapes.includes(shape) })
    if (!made) this.fault = { message: t('ui.draw.full', { most: MAX_SHAPES }), clause: null }
  }

  /** Drops the answers that are still to come. */
  close(): void {
    this.question++
    clearTimeout(this.#timer)
    if (this.isOpen) this.keep()
  }

  /** Keeps the tree in this browser once nothing has changed for a moment. */
  keepSoon(): void {
    clearTimeout(this.#timer)
    if (this.isOpen) this.#timer = setTimeout(() => { this.keep() }, KEEP_MS)
  }

  keep(): void {
    const { tree, position, options, game, book, isGiven } = this
    // What was only looked at can be looked at again.
    if (!isGiven && tree.size > 0 && (tree.canUndo || tree.canRedo)) keep({ id: this.#id, rulebook: book.id, position, options, game, moves: movesText(tree, this.spelling), tree: tree.toSent() })
  }

  /** What the address says of the tree and its start; `write` adds what else belongs to it. */
  noteIn(query: URLSearchParams): void {
    const { position, tree, game } = this
    if (position !== null) query.set('position', position)
    if (game !== null) query.set('game', game)
    if (writeTreeText(query, tree, this.spelling)) return
    // Too many moves for an address: the game has them, or else the position alone is told.
    if (game === null) query.set('position', tree.positionOf(tree.current))
    else {
      query.delete('position')
      query.set('after', String(this.path.filter(({ by }) => by !== null).length))
    }
  }

  /** Loads the current node, or what follows it by a move; answers whether there is such a position. */
  protected async ask(): Promise<boolean> {
    const question = ++this.question
    const { tree } = this
    const { current } = tree
    this.#seen = current
    this.fault = null
    this.leave()
    try {
      const view = await api.playFrom<S>(this.book.id, this.start, this.played, [], this.options)
      tree.path(current).forEach(({ id, position }, index) => {
        const written = view.played[index]
        if (position === '' && written) tree.write(id, written)
      })
      if (question === this.question) this.#arrive(view)
      return true
    } catch (error) {
      if (question !== this.question) return true
      this.fault = this.faultOf(error)
      return false
    }
  }

  protected faultOf(error: unknown): Fault {
    return { message: errorMessage(error), clause: error instanceof ApiError ? error.body.clause : null }
  }

  /** A text as the server reads it. */
  protected spelled(text: string): string {
    return text
  }

  /** What has to be known before the start is. Answers whether it is. */
  protected prepare(): Promise<boolean> {
    return Promise.resolve(true)
  }

  /** The position that was shown is left. */
  protected abstract leave(): void
  /** `view` is new. */
  protected abstract arrived(): void

  /** Opens what an address names, or a tree that is kept elsewhere. */
  protected open(opening: Opening | GivenTree): Promise<void> {
    return this.#open(opening).finally(() => { this.#stands() })
  }

  async #open(opening: Opening | GivenTree): Promise<void> {
    if ('tree' in opening) {
      this.isGiven = true
      this.isQuiet = opening.quiet ?? false
      this.position = opening.tree.root.position
      this.options = opening.options
      if (await this.prepare()) this.#grow(opening.tree)
      this.isOpen = true
      return
    }
    this.position = opening.position
    this.options = opening.options
    this.game = opening.game
    if (!(await this.prepare())) return
    const moves = this.spelling.join(opening.tokens)
    const isGame = opening.game !== null
    const known = this.kept().find((each) => each.game === opening.game && (isGame && moves === '' ? true : each.position === opening.position && each.moves === moves))
    if (known && (isGame || moves !== '')) await this.#openKept(known, opening)
    else if (isGame && moves === '') await this.#openGame(opening)
    else await this.#openText(opening)
    this.isOpen = true
  }

  async #openKept(known: KeptAnalysis, { after, ...text }: Opening): Promise<void> {
    this.#id = known.id
    this.position = known.position
    this.options = known.options
    if (!(await this.prepare())) return
    const tree = new Tree(known.tree)
    tree.go(after === null ? shownIn(tree, text) : tree.afterMoves(after))
    this.#grow(tree)
  }

  async #openGame({ game, after }: Opening): Promise<void> {
    try {
      const found = await gameTree(game ?? '')
      this.options = found.options
      if (!(await this.prepare())) return
      this.position = found.tree.root.position === this.ownStart ? null : found.tree.root.position
      found.tree.go(after === null ? (found.tree.mainLine.at(-1)?.id ?? null) : found.tree.afterMoves(after))
      this.#grow(found.tree)
    } catch (error) {
      this.game = null
      this.tree = Tree.from(this.start)
      const fault = this.faultOf(error)
      await this.ask()
      this.fault = fault
    }
  }

  async #openText({ tokens, ply, at }: Opening): Promise<void> {
    const tree = treeOf(this.start, tokens)
    try {
      await this.#read(tree, tree.mainLine)
    } catch (error) {
      // One of the moves is none, or the position: what is left is shown, and why.
      const fault = this.faultOf(error)
      this.tree = Tree.from(this.start)
      if (!(await this.ask())) {
        this.position = null
        this.tree = Tree.from(this.start)
        await this.ask()
      }
      this.fault = fault
      return
    }
    tree.go(shownIn(tree, { ply, at }))
    this.#grow(tree)
    for (const leaf of tree.leaves().slice(0, MAX_VARIATIONS)) {
      const path = tree.path(leaf.id)
      const first = path.find(({ position }) => position === '')
      if (!first || tree.isHidden(leaf.id)) continue
      await this.#read(tree, path).catch(() => tree.receive({ type: 'remove', node: first.id }))
    }
  }

  /** Asks how the moves of a line are written. */
  async #read(tree: Tree, line: TreeNode[]): Promise<void> {
    if (line.length === 0) return
    const { played } = await api.playFrom<S>(this.book.id, this.start, line.map(({ move }) => move), [], this.options)
    line.forEach(({ id }, index) => {
      const written = played[index]
      if (written) tree.write(id, written)
    })
  }

  #grow(tree: Tree): void {
    this.tree = tree
    this.preview = null
    this.#stands()
    void this.ask()
  }

  async #play(text: string, typed: boolean): Promise<boolean> {
    const { tree } = this
    const from = tree.current
    const token = this.spelled(text)
    const known = typed ? undefined : tree.children(from).find(({ move }) => move === token)
    if (known) {
      tree.go(known.id)
      return this.ask()
    }
    try {
      const view = await api.playFrom<S>(this.book.id, this.start, [...tree.path(from).map(({ move }) => move), token], [], this.options, typed ? speech.lang : undefined)
      const written = view.played.at(-1)
      if (tree !== this.tree || !written) return true
      const end = this.#add([written], from)
      if (end === undefined) return false
      if (tree.current !== from) return true
      tree.go(end)
      this.question++
      this.#seen = end
      this.leave()
      this.#arrive(view)
      return true
    } catch (error) {
      this.fault = this.faultOf(error)
      return false
    }
  }

  #add(line: readonly Written[], from: string | null): string | null | undefined {
    const end = this.tree.play(line, from)
    this.fault = end === undefined ? { message: t('ui.tree.full', { most: MAX_NODES }), clause: null } : null
    return end
  }

  #arrive(view: CheckedPosition<S>): void {
    this.view = view
    const { last } = this
    if (last) announcer.say(moveText(last))
    this.arrived()
  }
}
