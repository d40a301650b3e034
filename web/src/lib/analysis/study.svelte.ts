/** An analysis board of squares: a tree of moves from a position, each position evaluated, lines to step through. */

import type { AnalysedLine, LookView } from '../api/types/analysis'
import type { Scene } from '../api/types/board'
import type { Rulebook } from '../api/types/rulebooks'
import { errorMessage } from '../resource.svelte'
import { TreeBoard, type GivenTree, type Opening } from '../study/tree-board.svelte'
import type { Written } from '../study/types'
import { calls } from './calls'

const EVALUATION_DELAY_MS = 200
const DEEP_NODES = 500_000

export class Study extends TreeBoard<Scene> {
  evaluation = $state.raw<LookView | null>(null)
  threat = $state.raw<LookView | null>(null)
  evaluating = $state(false)
  failure = $state<string | null>(null)
  /** The scores of the nodes that were evaluated, by their ids. */
  scores = $state.raw<Record<string, string>>({})
  /** The external engine that evaluates; the built-in one if empty. */
  engine = $state('')
  /** The number of the last evaluation: the answer to an earlier one, by another engine perhaps, comes too late. */
  #evaluations = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The lines of the current position that were stepped through. */
  #lines: Record<string, Promise<Written[]>> = {}

  constructor(book: Rulebook, opening: Opening | GivenTree) {
    super(book)
    void this.open(opening)
  }

  /** Evaluates again: by another engine, or in another language. */
  reevaluate(): void {
    if (this.view && !this.isQuiet) this.#evaluate()
  }

  /** Evaluates the position that is shown with a longer search. */
  deepen(): void {
    this.#evaluate(DEEP_NODES)
  }

  async askThreat(): Promise<void> {
    const { question } = this
    try {
      const threat = await calls.look({ ...this.#request(), threat: true })
      if (question === this.question) this.threat = threat
    } catch (error) {
      if (question === this.question) this.failure = errorMessage(error)
    }
  }

  /** Shows the position after some moves of a line on the board, or the one of the node again. */
  async look(line: AnalysedLine | null, count = 0): Promise<void> {
    const { question } = this
    this.#looking = line && `${line.moves.join(' ')} ${String(count)}`
    const looking = this.#looking
    if (!line) this.preview = null
    else
      try {
        const moves = await this.#lineOf(line)
        if (question === this.question && looking === this.#looking) this.preview = moves[count - 1] ?? null
      } catch {
        // Nothing is shown: the position may have been left.
      }
  }

  /** Plays the first moves of a line into the tree; `stay`: without going there. */
  async takeLine(line: AnalysedLine, count: number, stay = false): Promise<Written[]> {
    this.#looking = null
    try {
      const moves = (await this.#lineOf(line)).slice(0, count)
      await this.addLine(moves, stay)
      return moves
    } catch (error) {
      this.fault = this.faultOf(error)
      return []
    }
  }
  #looking: string | null = null

  override close(): void {
    clearTimeout(this.#timer)
    super.close()
  }

  protected override leave(): void {
    clearTimeout(this.#timer)
    this.failure = null
    this.evaluation = null
    this.threat = null
    this.preview = null
    this.#lines = {}
  }

  protected override arrived(): void {
    if (this.isQuiet) return
    this.evaluating = true
    this.#timer = setTimeout(() => { this.#evaluate() }, EVALUATION_DELAY_MS)
  }

  #lineOf({ moves }: AnalysedLine): Promise<Written[]> {
    return (this.#lines[moves.join(' ')] ??= this.written(moves))
  }

  #request() {
    const { engine, start, book, played } = this
    return { rulebook: book.id, options: this.options, position: start, moves: played, ...(engine ? { engine } : {}) }
  }

  #evaluate(nodes?: number): void {
    clearTimeout(this.#timer)
    const { question } = this
    const { current } = this.tree
    const number = ++this.#evaluations
    const late = (): boolean => question !== this.question || number !== this.#evaluations
    this.evaluating = true
    this.failure = null
    void calls.look({ ...this.#request(), ...(nodes === undefined ? {} : { nodes }) }).then(
      (evaluation) => {
        if (late()) return
        this.evaluation = evaluation
        this.evaluating = false
        if (current !== null && evaluation.standing) this.scores = { ...this.scores, [current]: evaluation.standing.score }
      },
      (error: unknown) => {
        if (late()) return
        this.evaluating = false
        this.failure = errorMessage(error)
      },
    )
  }
}
