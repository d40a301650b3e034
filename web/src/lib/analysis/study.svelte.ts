/** A position of one's own: moves are made from it, taken back and made otherwise, and each position is looked into. */

import { announcer } from '../announcer.svelte'
import { api, ApiError } from '../api/client'
import type { LookView } from '../api/types/analysis'
import type { CheckedPosition, WrittenMove } from '../api/types/game'
import type { Rulebook } from '../api/types/rulebooks'
import { errorMessage } from '../resource.svelte'
import { inWords } from '../i18n.svelte'
import { calls } from './calls'
import type { StudyLine } from './study-line'

const LOOK_DELAY_MS = 200
const DEEP_NODES = 500_000

export class Study {
  /** Null for the rulebook's own start. */
  position = $state<string | null>(null)
  moves = $state.raw<string[]>([])
  /** So many of the moves have been made on the board. */
  shown = $state(0)
  /** The position that is shown; null until the server has answered. */
  view = $state.raw<CheckedPosition | null>(null)
  written = $state.raw<WrittenMove[]>([])
  seen = $state.raw<LookView | null>(null)
  threat = $state.raw<LookView | null>(null)
  looking = $state(false)
  failure = $state<string | null>(null)
  /** Why a move was refused. */
  fault = $state.raw<{ message: string; clause: string | null } | null>(null)
  /** The engine of others that looks; ours if empty. */
  engine = $state('')
  #question = 0
  /** Which look is the last one: the answer to an earlier one, by another engine perhaps, comes too late. */
  #looks = 0
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

  /** Looks again: by another engine, or in another language. */
  again(): void {
    if (this.view) this.#look()
  }

  /** Looks into the position that is shown for longer. */
  deepen(): void {
    this.#look(DEEP_NODES)
  }

  async askThreat(): Promise<void> {
    const question = this.#question
    try {
      const threat = await calls.look({ ...this.#asked(), threat: true })
      if (question === this.#question) this.threat = threat
    } catch (error) {
      if (question === this.#question) this.failure = errorMessage(error)
    }
  }

  /** Nobody looks any more. */
  close(): void {
    clearTimeout(this.#timer)
    this.#question++
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

  /** Asks for the position that is shown; answers whether there is one. */
  async #ask(): Promise<boolean> {
    const question = ++this.#question
    clearTimeout(this.#timer)
    this.fault = null
    this.failure = null
    try {
      const view = await api.playFrom<CheckedPosition['scene']>(this.book.id, this.start, this.moves.slice(0, this.shown), [])
      if (question !== this.#question) return true
      const own = view.played.map(({ move }) => move)
      // Typed moves are kept as the server writes them.
      this.moves = [...own, ...this.moves.slice(this.shown)]
      if (view.played.length >= this.written.length || !this.#goesOn(own)) this.written = view.played
      this.view = view
      this.seen = null
      this.threat = null
      const last = view.played.at(-1)
      if (last) announcer.say(inWords(last.san))
      this.looking = true
      this.#timer = setTimeout(() => { this.#look() }, LOOK_DELAY_MS)
      return true
    } catch (error) {
      if (question !== this.#question) return true
      this.fault = { message: errorMessage(error), clause: error instanceof ApiError ? error.body.clause : null }
      return false
    }
  }

  /** Whether what is written further on still follows these moves. */
  #goesOn(moves: string[]): boolean {
    return this.written.length === this.moves.length && moves.every((move, index) => this.written[index]?.move === move)
  }

  #asked() {
    const { engine, shown, start, book } = this
    return { rulebook: book.id, position: start, moves: this.moves.slice(0, shown), ...(engine ? { engine } : {}) }
  }

  #look(nodes?: number): void {
    clearTimeout(this.#timer)
    const question = this.#question
    const look = ++this.#looks
    const late = (): boolean => question !== this.#question || look !== this.#looks
    this.looking = true
    this.failure = null
    void calls.look({ ...this.#asked(), ...(nodes === undefined ? {} : { nodes }) }).then(
      (seen) => {
        if (late()) return
        this.seen = seen
        this.looking = false
      },
      (error: unknown) => {
        if (late()) return
        this.looking = false
        this.failure = errorMessage(error)
      },
    )
  }
}
