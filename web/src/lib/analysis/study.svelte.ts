/** An analysis board: moves are played from a position, taken back and replaced, and each position is evaluated. */

import { announcer } from '../announcer.svelte'
import { api, ApiError } from '../api/client'
import type { LookView } from '../api/types/analysis'
import type { CheckedPosition, WrittenMove } from '../api/types/game'
import type { Rulebook } from '../api/types/rulebooks'
import { errorMessage } from '../resource.svelte'
import { inWords } from '../i18n.svelte'
import { calls } from './calls'
import type { StudyLine } from './study-line'

const EVALUATION_DELAY_MS = 200
const DEEP_NODES = 500_000

export class Study {
  /** Null for the rulebook's own start. */
  position = $state<string | null>(null)
  moves = $state.raw<string[]>([])
  /** The number of moves that are played on the board. */
  shown = $state(0)
  /** The position that is shown; null until the server has answered. */
  view = $state.raw<CheckedPosition | null>(null)
  written = $state.raw<WrittenMove[]>([])
  evaluation = $state.raw<LookView | null>(null)
  threat = $state.raw<LookView | null>(null)
  evaluating = $state(false)
  failure = $state<string | null>(null)
  /** Why a move was refused. */
  fault = $state.raw<{ message: string; clause: string | null } | null>(null)
  /** The external engine that evaluates; the built-in one if empty. */
  engine = $state('')
  #requestNumber = 0
  /** The number of the last evaluation: the answer to an earlier one, by another engine perhaps, comes too late. */
  #evaluations = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly book: Rulebook,
    line: StudyLine,
  ) {
    this.position = line.position
    void this.#open(line)
  }

  get line(): StudyLine {
    return { position: this.position, moves: this.moves, ply: this.shown }
  }

  get start(): string {
    return this.position ?? this.book.start
  }

  /** Begins anew from another position. */
  begin(position: string | null): void {
    this.position = position
    this.moves = []
    this.written = []
    this.#go(0)
  }

  /** Makes a move, or lets chance act; answers whether the rules allow it. What came after it before is kept if it is the same. */
  async play(text: string): Promise<boolean> {
    const { moves, written, shown } = this
    if (moves[shown] !== text) this.moves = [...moves.slice(0, shown), text]
    this.shown = shown + 1
    const accepted = await this.#ask()
    if (!accepted) {
      this.moves = moves
      this.written = written
      this.shown = shown
    }
    return accepted
  }

  show(ply: number): void {
    const wanted = Math.max(0, Math.min(this.moves.length, ply))
    if (wanted !== this.shown) this.#go(wanted)
  }

  /** Evaluates again: by another engine, or in another language. */
  reevaluate(): void {
    if (this.view) this.#evaluate()
  }

  /** Evaluates the position that is shown with a longer search. */
  deepen(): void {
    this.#evaluate(DEEP_NODES)
  }

  async askThreat(): Promise<void> {
    const request = this.#requestNumber
    try {
      const threat = await calls.look({ ...this.#request(), threat: true })
      if (request === this.#requestNumber) this.threat = threat
    } catch (error) {
      if (request === this.#requestNumber) this.failure = errorMessage(error)
    }
  }

  /** Drops the answers that are still to come. */
  close(): void {
    clearTimeout(this.#timer)
    this.#requestNumber++
  }

  async #open(line: StudyLine): Promise<void> {
    this.moves = line.moves
    this.shown = line.moves.length
    if (!(await this.#ask())) {
      // One of the moves is none: the position alone is shown, and why.
      const { fault } = this
      this.moves = []
      this.shown = 0
      await this.#ask()
      this.fault = fault
    } else this.show(line.ply)
  }

  #go(ply: number): void {
    this.shown = ply
    void this.#ask()
  }

  /** Loads the shown position; returns whether there is one. */
  async #ask(): Promise<boolean> {
    const request = ++this.#requestNumber
    clearTimeout(this.#timer)
    this.fault = null
    this.failure = null
    try {
      const view = await api.playFrom<CheckedPosition['scene']>(this.book.id, this.start, this.moves.slice(0, this.shown), [])
      if (request !== this.#requestNumber) return true
      const own = view.played.map(({ move }) => move)
      // Typed moves are kept as the server writes them.
      this.moves = [...own, ...this.moves.slice(this.shown)]
      if (view.played.length >= this.written.length || !this.#goesOn(own)) this.written = view.played
      this.view = view
      this.evaluation = null
      this.threat = null
      const last = view.played.at(-1)
      if (last) announcer.say(inWords(last.san))
      this.evaluating = true
      this.#timer = setTimeout(() => { this.#evaluate() }, EVALUATION_DELAY_MS)
      return true
    } catch (error) {
      if (request !== this.#requestNumber) return true
      this.fault = { message: errorMessage(error), clause: error instanceof ApiError ? error.body.clause : null }
      return false
    }
  }

  /** Whether what is written further on still follows these moves. */
  #goesOn(moves: string[]): boolean {
    return this.written.length === this.moves.length && moves.every((move, index) => this.written[index]?.move === move)
  }

  #request() {
    const { engine, shown, start, book } = this
    return { rulebook: book.id, position: start, moves: this.moves.slice(0, shown), ...(engine ? { engine } : {}) }
  }

  #evaluate(nodes?: number): void {
    clearTimeout(this.#timer)
    const request = this.#requestNumber
    const number = ++this.#evaluations
    const late = (): boolean => request !== this.#requestNumber || number !== this.#evaluations
    this.evaluating = true
    this.failure = null
    void calls.look({ ...this.#request(), ...(nodes === undefined ? {} : { nodes }) }).then(
      (evaluation) => {
        if (late()) return
        this.evaluation = evaluation
        this.evaluating = false
      },
      (error: unknown) => {
        if (late()) return
        this.evaluating = false
        this.failure = errorMessage(error)
      },
    )
  }
}
