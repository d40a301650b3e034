/**
 * A tree of moves: where one is, what can be undone, and every edit of the protocol. It knows no rules: who adds a move
 * says how it is written. Nothing is ever lost: what is removed is only hidden.
 */

import { inverseOf } from './inverse'
import { Nodes, type Start, type TreeNode } from './nodes'
import { MAX_NODES, newNodeId, noRemarks, type Edit, type Remarks, type SentNode, type SentTree, type Written } from './types'

export type { Start, TreeNode } from './nodes'

const MAX_UNDONE = 500

export class Tree {
  /** Rises with each change of the nodes. */
  #version = $state(0)
  #current = $state<string | null>(null)
  #undo = $state.raw<Edit[][]>([])
  #redo = $state.raw<Edit[][]>([])
  #nodes: Nodes
  /** The child that was visited last, by its parent: walking forward follows it. */
  readonly #visited: Record<string, string> = {}

  /** `onEdit` is told every edit that was made here; those that `receive` applies are not told again. */
  constructor(
    sent: SentTree,
    private readonly onEdit: (edit: Edit) => void = () => undefined,
  ) {
    this.#nodes = new Nodes(sent)
  }

  static from(start: string): Tree {
    return new Tree({ start, root: noRemarks(), nodes: [] })
  }

  // What there is.

  get version(): number {
    return this.#version
  }

  get root(): Start {
    void this.#version
    return this.#nodes.root
  }

  /** Null at the start. */
  get current(): string | null {
    return this.#current
  }

  /** How many moves there are that are not hidden. */
  get size(): number {
    void this.#version
    return [...this.#walk(null)].length
  }

  get canUndo(): boolean {
    return this.#undo.length > 0
  }

  get canRedo(): boolean {
    return this.#redo.length > 0
  }

  /** The id under which a node is kept: another one where two people have added the same move. */
  resolve(id: string): string {
    return this.#nodes.resolve(id)
  }

  node(id: string | null): TreeNode | undefined {
    void this.#version
    return this.#nodes.get(id)
  }

  remarks(id: string | null): Remarks {
    return this.node(id)?.remarks ?? this.root.remarks
  }

  positionOf(id: string | null): string {
    return this.node(id)?.position ?? this.#nodes.root.position
  }

  /** The moves that follow a node, in their order, without those that are removed. */
  children(id: string | null): TreeNode[] {
    void this.#version
    return this.#nodes.below(id).filter((child) => !child.removed)
  }

  /** What was removed right below a node. */
  removedBelow(id: string | null): TreeNode[] {
    void this.#version
    return this.#nodes.below(id).filter((child) => child.removed)
  }

  /** The nodes from the first move to this one. */
  path(id: string | null = this.#current): TreeNode[] {
    const path: TreeNode[] = []
    for (let node = this.node(id); node; node = this.node(node.parent)) path.push(node)
    return path.reverse()
  }

  /** The line that one walks along: the path to a node, and what follows it as it was visited last. */
  line(id: string | null = this.#current): TreeNode[] {
    const line = this.path(id)
    for (let next = this.next(id); next; next = this.next(next.id)) line.push(next)
    return line
  }

  get mainLine(): TreeNode[] {
    const line: TreeNode[] = []
    for (let next = this.children(null)[0]; next; next = this.children(next.id)[0]) line.push(next)
    return line
  }

  /** The node after so many moves of people on the main line, their rolls not counted. */
  afterMoves(count: number): string | null {
    const own = this.mainLine.filter(({ by }) => by !== null)
    return own[Math.min(count, own.length) - 1]?.id ?? null
  }

  /** The ends of all lines, that of the main line first. */
  leaves(): TreeNode[] {
    return [...this.#walk(null)].filter(({ id }) => this.children(id).length === 0)
  }

  /** The child that walking forward leads to. */
  next(id: string | null = this.#current): TreeNode | undefined {
    const children = this.children(id)
    const visited = this.#visited[id ?? '']
    return children.find((child) => child.id === visited) ?? children[0]
  }

  /** Whether a node and all before it are first among their siblings. */
  isMain(id: string | null): boolean {
    return this.path(id).every((node) => this.children(node.parent)[0]?.id === node.id)
  }

  /** How many variations a node lies deep: 0 on the main line. */
  depth(id: string | null): number {
    return this.path(id).filter((node) => this.children(node.parent)[0]?.id !== node.id).length
  }

  /** The node itself, or the nearest before it, that is not the first of its siblings: where its variation begins. */
  branch(id: string | null): TreeNode | undefined {
    return this.path(id).findLast((node) => this.children(node.parent)[0]?.id !== node.id)
  }

  /** The variation below or above: at the node itself, or at the nearest one before it that has one there. */
  beside(id: string | null, by: 1 | -1): TreeNode | undefined {
    for (const node of this.path(id).reverse()) {
      const siblings = this.children(node.parent)
      const other = siblings[siblings.findIndex((each) => each.id === node.id) + by]
      if (other) return other
    }
    return undefined
  }

  /** The other nodes with the same position, whoever has moved to it. */
  transpositions(id: string | null): TreeNode[] {
    void this.#version
    const position = this.positionOf(id)
    if (position === '') return []
    const resolved = id === null ? null : this.resolve(id)
    return this.#nodes.at(position).filter((node) => node.id !== resolved && !this.isHidden(node.id))
  }

  /** Whether a node or one before it is removed. */
  isHidden(id: string): boolean {
    return this.path(id).some((node) => node.removed)
  }

  /** All that is not hidden, with its remarks: every parent before its children. */
  toSent(): SentTree {
    const nodes = [...this.#walk(null)].map(
      ({ id, parent, by, move, san, origin, target, position, remarks }): SentNode => ({ id, parent, by, move, san, origin, target, position, remarks }),
    )
    return { start: this.#nodes.root.position, root: this.#nodes.root.remarks, nodes }
  }

  // Where one is.

  /** Goes to a node; answers whether it is there. */
  go(id: string | null): boolean {
    const node = this.node(id)
    if (id !== null && (!node || this.isHidden(id))) return false
    this.#current = node?.id ?? null
    for (const each of this.path(this.#current)) this.#visited[each.parent ?? ''] = each.id
    return true
  }

  // Changes.

  /**
   * Plays moves below a node, one after the other: to those that are there, or as new ones, first a line of its own
   * beside what was there. Answers the last one; undefined where the tree is full. One step of undoing.
   */
  play(written: readonly Written[], from: string | null = this.#current): string | null | undefined {
    const edits: [Edit, Written?][] = []
    let at = from === null ? null : this.resolve(from)
    let isNew = false
    let size = this.#nodes.count
    for (const move of written) {
      const known: TreeNode | undefined = isNew ? undefined : this.#nodes.below(at).find((child) => child.move === move.move)
      if (known) {
        if (known.removed) edits.push([{ type: 'restore', node: known.id }])
        at = known.id
        continue
      }
      if (size++ >= MAX_NODES) return undefined
      isNew = true
      const node = newNodeId()
      edits.push([{ type: 'add', node, parent: at, move: move.move }, move])
      at = node
    }
    if (edits.length > 0) this.#step(edits)
    return at
  }

  /** Makes edits as one step of undoing; answers whether all could be made. */
  edit(...edits: Edit[]): boolean {
    return this.#step(edits.map((edit) => [edit]))
  }

  /** Applies the edit of somebody else, or one of before: it is neither told nor undone here. */
  receive(edit: Edit, written?: Written): boolean {
    return this.#apply(edit, written)
  }

  /** All of it anew, as the server has it; one stays where one is, or as near as possible. */
  replace(sent: SentTree): void {
    const way = this.path().map(({ id }) => id)
    this.#nodes = new Nodes(sent)
    this.#version++
    this.#current = way.findLast((id) => this.#nodes.get(id)) ?? null
  }

  undo(): void {
    const step = this.#undo.at(-1)
    if (!step) return
    this.#undo = this.#undo.slice(0, -1)
    const back = this.#take(step)
    if (back.length > 0) this.#redo = [...this.#redo, back]
  }

  redo(): void {
    const step = this.#redo.at(-1)
    if (!step) return
    this.#redo = this.#redo.slice(0, -1)
    const back = this.#take(step)
    if (back.length > 0) this.#undo = [...this.#undo, back]
  }

  /** Says how the move of a node is written, where only its token was known: from an address, or from somebody else. */
  write(id: string, written: Written): void {
    this.#nodes.write(id, written)
    this.#version++
  }

  /** Says what a file or a report knows of a node: not an edit, and not undone. */
  note(id: string | null, remarks: Partial<Remarks>): void {
    this.#nodes.remark(id, remarks)
    this.#version++
  }

  /** The ids of a node and of those beside it, removed ones too. */
  siblings(id: string): readonly string[] {
    return this.#nodes.siblings(id)
  }

  #step(edits: [Edit, Written?][]): boolean {
    const back: Edit[] = []
    let done = true
    for (const [edit, written] of edits) {
      const inverse = inverseOf(this, edit)
      if (inverse?.length === 0) continue
      if (!inverse || !this.#apply(edit, written)) {
        done = false
        continue
      }
      back.unshift(...inverse)
      this.onEdit(edit)
    }
    if (back.length > 0) {
      this.#undo = [...this.#undo, back].slice(-MAX_UNDONE)
      this.#redo = []
    }
    return done
  }

  /** Makes the edits of a step that is undone or made again; answers what takes them back. */
  #take(edits: Edit[]): Edit[] {
    const back: Edit[] = []
    for (const edit of edits) {
      const inverse = inverseOf(this, edit)
      if (!inverse?.length || !this.#apply(edit)) continue
      back.unshift(...inverse)
      this.onEdit(edit)
      this.#follow(edit)
    }
    return back
  }

  /** What is undone is seen: the board goes to where it happened. */
  #follow(edit: Edit): void {
    if (edit.type === 'remove') return
    this.go(edit.node)
  }

  #apply(edit: Edit, written?: Written): boolean {
    if (!this.#nodes.apply(edit, written)) return false
    this.#version++
    if (edit.type === 'remove') {
      const removed = this.path().find(({ id }) => id === this.resolve(edit.node))
      if (removed) this.#current = removed.parent
    }
    return true
  }

  *#walk(id: string | null): Generator<TreeNode> {
    const open = [...this.children(id)].reverse()
    for (let node = open.pop(); node; node = open.pop()) {
      yield node
      open.push(...this.children(node.id).reverse())
    }
  }
}
