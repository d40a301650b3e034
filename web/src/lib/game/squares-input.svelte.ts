/** What a move on the board or in the field does: it is played, kept as a premove, or answers a puzzle. */

import type { Step } from '../api/types/board'
import type { Side, Square } from '../api/types/words'
import { rowsOf } from '../board/squares'
import { anywhere, joined, NO_TARGETS, stepsBetween, targetsOf, type Targets } from '../board/targets'
import { inWords } from '../i18n.svelte'
import type { SquaresBoard, SquaresContext } from './squares-board.svelte'

/** A move that waits until the player has chosen what the piece becomes. */
export interface Promotion {
  origin: Square
  target: Square
  choices: string[]
  piece: string
  side: Side
}

export class SquaresInput {
  promotion = $state.raw<Promotion | null>(null)

  /** Where pieces may be put now. */
  readonly targets = $derived.by((): Targets => {
    const { view, store, viewpoint, premoves, overlay } = this.game
    if (overlay.answers) return targetsOf(overlay.answers, 'prevent')
    if (!viewpoint.present || (premoves.made && !premoves.marked)) return NO_TARGETS
    if (premoves.open) return premoves.targets(this.board.pieces, rowsOf(view.scene, 'white').flat())
    return store.canMove ? targetsOf(view.steps, view.rulebook.illegal_moves) : NO_TARGETS
  })

  /** The same, and wherever else a piece of the player may be put to hear why it cannot go there. */
  readonly tries = $derived.by((): Targets => {
    const { view, store, viewpoint, premoves, overlay } = this.game
    const { targets } = this
    if (overlay.answers || premoves.open || premoves.made || !viewpoint.present || !store.canMove || !view.turn) return targets
    const squares = rowsOf(view.scene, 'white').flat().filter((square) => !view.scene.holes.includes(square))
    return joined(anywhere(view.scene.pieces, squares, view.turn), targets)
  })

  constructor(
    private readonly game: SquaresContext,
    private readonly board: SquaresBoard,
  ) {}

  /** A move that was made before the last one was answered waits for that: what follows it is not known yet. */
  get coming(): boolean {
    const { viewpoint, premoves, overlay } = this.game
    return viewpoint.present && !overlay.answers && premoves.made?.early === true
  }

  /** The step that passes the turn, where that is allowed. */
  get pass(): Step | undefined {
    const { view, store, viewpoint } = this.game
    return viewpoint.present && store.canMove ? view.steps.options.find(({ target }) => target === '') : undefined
  }

  /** Whether a piece in the hand of `side` may be dropped now. */
  canDrop(origin: string, side: Side): boolean {
    const { view, premoves } = this.game
    const mover = premoves.open ? (premoves.side ?? view.turn) : view.turn
    return mover === side && this.targets.has(origin)
  }

  /** Plays one of the steps between two squares; asks which where there are several. */
  play(steps: Step[]): void {
    const { view, store } = this.game
    const [step] = steps
    if (!step) return
    if (steps.length === 1) void store.play(step)
    else this.#askPromotion(steps, view.scene.pieces[step.origin] ?? '', view.turn ?? 'white')
  }

  /** A piece has been put from one square on another; `choice` is what it becomes, once that has been asked. */
  move(origin: Square, target: Square, choice = ''): void {
    if (this.game.overlay.answers) this.#answer(origin, target, choice)
    else if (this.game.premoves.open) this.#premove(origin, target, choice)
    else this.#play(origin, target, choice)
  }

  promote(choice: string): void {
    const { promotion } = this
    this.promotion = null
    if (promotion) this.move(promotion.origin, promotion.target, choice)
  }

  /** Plays or keeps a typed move; answers whether it was accepted. */
  async type(text: string): Promise<boolean> {
    const { store, premoves } = this.game
    if (!premoves.open) return store.type(text)
    premoves.keepTyped(text)
    return true
  }

  #answer(origin: Square, target: Square, choice: string): void {
    const { view, overlay } = this.game
    const { answers, puzzle, puzzleMove } = overlay
    if (!answers || !puzzleMove) return
    const steps = chosen(stepsBetween(answers, origin, target), choice)
    if (steps.length > 1) this.#askPromotion(steps, this.board.pieces[origin] ?? '', puzzleMove.side)
    else if (steps[0]) void puzzle.answer(steps[0].token, view)
  }

  #premove(origin: Square, target: Square, choice: string): void {
    const { premoves } = this.game
    const piece = this.board.pieces[origin] ?? ''
    const choices = premoves.choices(piece, origin, target)
    if (!choice && choices.length > 1) this.promotion = { origin, target, choices, piece, side: premoves.side ?? 'white' }
    else premoves.keep(origin, target, choice || choices[0])
  }

  #play(origin: Square, target: Square, choice: string): void {
    const { view, store } = this.game
    store.clearProblem()
    const steps = chosen(stepsBetween(view.steps, origin, target), choice)
    const refused = view.steps.refused.find((step) => step.origin === origin && step.target === target)
    if (steps.length > 0) this.play(steps)
    else if (refused && view.rulebook.illegal_moves === 'warn') void store.attempt(refused.token, origin, target)
    else if (refused) store.explain({ ...refused, message: inWords(refused.message), move: [origin, target] })
    else void store.askWhy([origin + target], [origin, target])
  }

  #askPromotion(steps: Step[], piece: string, side: Side): void {
    const [step] = steps
    if (step) this.promotion = { origin: step.origin, target: step.target, choices: steps.map(({ choice }) => choice), piece, side }
  }
}

const chosen = (steps: Step[], choice: string): Step[] => steps.filter((step) => !choice || step.choice === choice)
