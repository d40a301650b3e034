/** The moves of a chapter's main line, to be guessed one by one: those of one side; the others are played. */

import type { Side } from '../api/types/words'
import { Tree, type TreeNode } from './tree.svelte'
import type { Edit } from './types'

export class Guess {
  /** What was found so far: it is shown on the board. */
  readonly tree: Tree
  /** How many moves were found, and how many of them at the first try. */
  found = $state(0)
  atOnce = $state(0)
  /** What the last try was. */
  said = $state<'' | 'right' | 'wrong' | 'shown' | 'over'>('')
  readonly #line: TreeNode[]
  /** How many moves of the line stand on the board, and the last of them. */
  #done = $state(0)
  #end: string | null = null
  #missed = false

  constructor(
    whole: Tree,
    readonly side: Side,
  ) {
    const { start, root } = whole.toSent()
    this.#line = whole.mainLine
    this.tree = new Tree({ start, root, nodes: [] }, (edit) => { this.#tried(edit) })
    this.#goOn()
  }

  /** How many moves there are to be found. */
  get count(): number {
    return this.#line.filter(({ by }) => by === this.side).length
  }

  get isOver(): boolean {
    return this.#next === undefined
  }

  /** Plays the move that is looked for. */
  show(): void {
    const next = this.#next
    if (!next) return
    this.#missed = false
    this.said = 'shown'
    this.#play(next)
    this.#goOn()
  }

  get #next(): TreeNode | undefined {
    return this.#line[this.#done]
  }

  #tried(edit: Edit): void {
    if (edit.type !== 'add') return
    const next = this.#next
    if (next && edit.parent === this.#end && edit.move === next.move) {
      this.said = 'right'
      this.found += 1
      if (!this.#missed) this.atOnce += 1
      this.#missed = false
      this.tree.note(edit.node, next.remarks)
      this.#end = edit.node
      this.#done += 1
      // The board goes to the move first.
      queueMicrotask(() => { this.#goOn() })
      return
    }
    if (edit.parent === this.#end) {
      this.said = 'wrong'
      this.#missed = true
    }
    // A try that is none of the line goes away again.
    queueMicrotask(() => {
      this.tree.receive({ type: 'remove', node: edit.node })
      this.tree.go(edit.parent)
    })
  }

  /** Plays what is not to be found: rolls, and the moves of the other side. */
  #goOn(): void {
    for (let next = this.#next; next && next.by !== this.side; next = this.#next) this.#play(next)
    if (this.isOver) this.said = 'over'
  }

  #play(node: TreeNode): void {
    this.tree.receive({ type: 'add', node: node.id, parent: this.#end, move: node.move }, node)
    this.tree.note(node.id, node.remarks)
    this.tree.go(node.id)
    this.#end = node.id
    this.#done += 1
  }
}
