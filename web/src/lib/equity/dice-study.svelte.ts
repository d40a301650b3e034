/** The analysis board of a game of dice: throws and turns are played from a position, and each position is judged. */

import { announcer } from '../announcer.svelte'
import { api, ApiError } from '../api/client'
import type { PointsScene, Step, Steps } from '../api/types/board'
import type { EquitiesView, MatchInput, MatchStanding, RatedTurn } from '../api/types/equity'
import type { CheckedPosition, WrittenMove } from '../api/types/game'
import type { OptionValue, Rulebook } from '../api/types/rulebooks'
import { inWords } from '../i18n.svelte'
import { errorMessage } from '../resource.svelte'
import { placementOf, type Placement } from '../tables/cells'
import { withStep } from '../tables/draft.svelte'
import { withoutDice } from '../tables/position-text'
import { calls } from './calls'
import { throwOf, type DiceLine } from './dice-line'

const JUDGE_DELAY_MS = 120

type View = CheckedPosition<PointsScene>

export class DiceStudy {
  /** Null for the start of the rules. */
  position = $state<string | null>(null)
  /** Throws and turns, as they came. */
  moves = $state.raw<string[]>([])
  /** How many of them are shown. */
  shown = $state(0)
  match = $state.raw<MatchInput | null>(null)
  /** The position that is shown; null until the server has answered. */
  view = $state.raw<View | null>(null)
  written = $state.raw<WrittenMove[]>([])
  judged = $state.raw<EquitiesView | null>(null)
  judging = $state(false)
  /** The 21 throws of the position, before its throw. */
  map = $state.raw<EquitiesView | null>(null)
  mapping = $state(false)
  /** How many throws ahead one looks. */
  ply = $state(0)
  /** The steps of the turn that is being put together by hand, and what may follow them. */
  taken = $state.raw<Step[]>([])
  steps = $state.raw<Steps | null>(null)
  /** The one of the judged turns that is shown on the board. */
  chosen = $state<string | null>(null)
  failure = $state<string | null>(null)
  mapFailure = $state<string | null>(null)
  /** Why something was refused. */
  fault = $state.raw<{ message: string; clause: string | null } | null>(null)
  /** What was passed over in a text that was pasted. */
  notes = $state.raw<string[]>([])
  readonly options: Record<string, OptionValue>
  #start = $state<string | null>(null)
  /** What could follow after each number of steps taken, as far as it is known. */
  #known: Steps[] = []
  #question = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly book: Rulebook<PointsScene>,
    line: DiceLine,
  ) {
    this.options = line.options
    this.position = line.position
    this.match = line.match
    void this.#open(line)
  }

  get line(): DiceLine {
    const { position, moves, shown, options, match } = this
    return { position, moves, ply: shown, options, match }
  }

  /** The start of the rules as they are set. */
  get ownStart(): string {
    return this.#start ?? this.book.start
  }

  get start(): string {
    return this.position ?? this.ownStart
  }

  get placement(): Placement {
    return this.view ? this.taken.reduce(withStep, placementOf(this.view.scene)) : {}
  }

  get isThrowDue(): boolean {
    return this.view !== null && this.view.chances.length > 0
  }

  get turn(): RatedTurn | null {
    return this.judged?.turns.find(({ move }) => move === this.chosen) ?? null
  }

  /** The shown position, as the server is asked about it. */
  get asked() {
    const { shown, start, book, options } = this
    return { rulebook: book.id, options, position: start, moves: this.moves.slice(0, shown) }
  }

  /** Begins anew from another position. */
  begin(position: string | null, match: MatchInput | null = this.match): void {
    this.position = position
    this.match = match
    this.moves = []
    this.written = []
    this.notes = []
    this.#go(0)
  }

  /** Begins anew from a position text or any id, which may tell how the match stands; answers whether it is one. */
  async adopt(text: string): Promise<boolean> {
    this.fault = null
    try {
      const { position, match, notes } = await calls.equities({ rulebook: this.book.id, options: this.options, position: text })
      this.begin(position, match ? toAsk(match) : this.match)
      this.notes = notes
      return true
    } catch (error) {
      this.fault = this.#faultOf(error)
      return false
    }
  }

  setMatch(match: MatchInput | null): void {
    this.match = match
    this.rejudge()
  }

  /** Throws the dice or plays a turn; answers whether the rules allow it. What came after it is kept if it is the same. */
  async play(text: string): Promise<boolean> {
    const { moves, written, shown } = this
    const token = this.isThrowDue ? throwOf(text) : text
    if (moves[shown] !== token) this.moves = [...moves.slice(0, shown), token]
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
    if (wanted !== this.shown || this.taken.length > 0) this.#go(wanted)
  }

  /** Takes the throw back, so that another one can be chosen. */
  async unthrow(): Promise<void> {
    if (this.shown > 0) this.shown -= 1
    else this.position = withoutDice(this.start)
    await this.#ask()
  }

  /** Takes one more step of a turn. */
  async take(step: Step): Promise<void> {
    this.taken = [...this.taken, step]
    this.chosen = null
    await this.#askSteps()
  }

  back(): void {
    this.taken = this.taken.slice(0, -1)
    this.#known.length = this.taken.length + 1
    this.fault = null
    this.steps = this.#known[this.taken.length] ?? null
    if (this.steps === null) void this.#askSteps()
  }

  /** Plays the turn as it was put together, if it is complete. */
  async confirm(): Promise<void> {
    if (this.steps?.confirmable) await this.play(this.taken.map(({ token }) => token).join(' ') || 'pass')
  }

  /** Looks further ahead, or less far. */
  setPly(ply: number): void {
    this.ply = ply
    this.rejudge()
  }

  /** Judges again: at another ply, at another score, or in another language. */
  rejudge(): void {
    if (!this.view) return
    const wasMapped = this.map !== null || this.mapping
    this.#judge()
    if (wasMapped) void this.askMap()
  }

  /** Loads the throws of the position before its throw. */
  async askMap(): Promise<void> {
    const question = this.#question
    const { ply } = this
    this.mapping = true
    this.mapFailure = null
    try {
      const map = await calls.equities({ ...this.asked, ...this.beforeThrow(), ply, throws: true })
      if (question === this.#question && ply === this.ply) this.map = map
    } catch (error) {
      if (question === this.#question) this.mapFailure = errorMessage(error)
    } finally {
      if (question === this.#question) this.mapping = false
    }
  }

  /** The position before its throw: where it begins, and what was played. */
  beforeThrow(): { position: string; moves: string[] } {
    const { start, shown, view } = this
    const moves = this.moves.slice(0, shown)
    if (!view?.scene.dice) return { position: start, moves }
    return shown > 0 ? { position: start, moves: moves.slice(0, -1) } : { position: withoutDice(start), moves }
  }

  /** Drops the answers that are still to come. */
  close(): void {
    clearTimeout(this.#timer)
    this.#question++
  }

  async #open(line: DiceLine): Promise<void> {
    this.moves = line.moves
    this.shown = line.moves.length
    if (Object.keys(this.options).length > 0) {
      try {
        this.#start = (await calls.equities({ rulebook: this.book.id, options: this.options })).position
      } catch (error) {
        this.fault = this.#faultOf(error)
        return
      }
    }
    if (await this.#ask()) {
      this.show(line.ply)
      return
    }
    // One of the moves is none, or the position: what is left is shown, and why.
    const { fault } = this
    this.moves = []
    this.shown = 0
    if (!(await this.#ask())) {
      this.position = null
      await this.#ask()
    }
    this.fault = fault
  }

  #go(ply: number): void {
    this.shown = ply
    void this.#ask()
  }

  #faultOf(error: unknown): { message: string; clause: string | null } {
    return { message: errorMessage(error), clause: error instanceof ApiError ? error.body.clause : null }
  }

  /** Loads the shown position; returns whether there is one. */
  async #ask(): Promise<boolean> {
    const question = ++this.#question
    clearTimeout(this.#timer)
    this.fault = null
    this.failure = null
    try {
      const moves = this.moves.slice(0, this.shown)
      const view = await api.playFrom<PointsScene>(this.book.id, this.start, moves, [], this.options)
      if (question !== this.#question) return true
      const own = view.played.map(({ move }) => move)
      // Typed turns are kept as the server writes them.
      this.moves = [...own, ...this.moves.slice(this.shown)]
      if (view.played.length >= this.written.length || !this.#goesOn(own)) this.written = view.played
      this.view = view
      this.taken = []
      this.steps = view.steps
      this.#known = [view.steps]
      this.judged = null
      this.chosen = null
      const mapped = this.map !== null || this.mapping
      this.map = null
      this.mapping = false
      const last = view.played.at(-1)
      if (last) announcer.say(inWords(last.san))
      this.judging = true
      this.#timer = setTimeout(() => {
        this.#judge()
        if (mapped) void this.askMap()
      }, JUDGE_DELAY_MS)
      return true
    } catch (error) {
      if (question !== this.#question) return true
      this.fault = this.#faultOf(error)
      return false
    }
  }

  async #askSteps(): Promise<void> {
    const { taken } = this
    const question = this.#question
    this.steps = null
    this.fault = null
    try {
      const prefix = taken.map(({ token }) => token)
      const moves = this.moves.slice(0, this.shown)
      const view = await api.playFrom<PointsScene>(this.book.id, this.start, moves, prefix, this.options)
      if (question !== this.#question || taken !== this.taken) return
      this.steps = view.steps
      this.#known[taken.length] = view.steps
    } catch (error) {
      if (question !== this.#question || taken !== this.taken) return
      this.taken = []
      this.steps = this.view?.steps ?? null
      this.fault = this.#faultOf(error)
    }
  }

  /** Whether what is written further on still follows these moves. */
  #goesOn(moves: string[]): boolean {
    return this.written.length === this.moves.length && moves.every((move, index) => this.written[index]?.move === move)
  }

  /** Judges at once, then as deep as is wished. */
  #judge(): void {
    clearTimeout(this.#timer)
    const question = this.#question
    const { ply, match } = this
    const isLate = (): boolean => question !== this.#question || ply !== this.ply || match !== this.match
    this.judging = true
    this.failure = null
    const look = async (): Promise<void> => {
      try {
        for (const depth of this.judged === null && ply > 0 ? [0, ply] : [ply]) {
          const judged = await calls.equities({ ...this.asked, match: this.match, ply: depth })
          if (isLate()) return
          this.judged = judged
          if (this.chosen !== null && !this.turn) this.chosen = null
        }
      } catch (error) {
        if (isLate()) return
        this.failure = errorMessage(error)
      }
      this.judging = false
    }
    void look()
  }
}

/** How a match stands, as the server is asked about it. */
function toAsk(match: MatchStanding): MatchInput {
  const asked: MatchInput & { is_crawford?: boolean } = { ...match }
  delete asked.is_crawford
  return asked
}
