/** The analysis board of a game of dice: a tree of rolls and turns from a position, and each position is judged. */

import { api } from '../api/client'
import type { PointsScene, Step, Steps } from '../api/types/board'
import type { EquitiesView, MatchInput, MatchStanding, RatedTurn, ScoreMatrix } from '../api/types/equity'
import type { Rulebook } from '../api/types/rulebooks'
import { errorMessage } from '../resource.svelte'
import { otherSide } from '../board/squares'
import { TreeBoard, type GivenTree } from '../study/tree-board.svelte'
import type { TreeNode } from '../study/tree.svelte'
import { placementOf, type Placement } from '../tables/cells'
import { withStep } from '../tables/draft.svelte'
import { withoutDice } from '../tables/position-text'
import { calls } from './calls'
import { rollOf, writeRules, type DiceOpening } from './dice-line'
import { equityText } from './words'

const JUDGE_DELAY_MS = 120
/** The cube is judged where either side lacks up to so many points. */
const LACKING = 7

export class DiceStudy extends TreeBoard<PointsScene> {
  match = $state.raw<MatchInput | null>(null)
  judged = $state.raw<EquitiesView | null>(null)
  judging = $state(false)
  /** The 21 rolls of the position, before its roll. */
  map = $state.raw<EquitiesView | null>(null)
  mapping = $state(false)
  /** How many rolls ahead one looks. */
  ply = $state(0)
  /** The steps of the turn that is being put together by hand, and what may follow them. */
  taken = $state.raw<Step[]>([])
  steps = $state.raw<Steps | null>(null)
  /** The one of the judged turns that is shown on the board. */
  chosen = $state<string | null>(null)
  failure = $state<string | null>(null)
  mapFailure = $state<string | null>(null)
  /** The cube at other scores, where that was asked for. */
  scores = $state.raw<ScoreMatrix | null>(null)
  scoresFailure = $state<string | null>(null)
  /** What was passed over in a text that was pasted. */
  notes = $state.raw<string[]>([])
  /** The equities of the nodes that were judged, by their ids. */
  equities = $state.raw<Record<string, string>>({})
  #start = $state<string | null>(null)
  /** What could follow after each number of steps taken, as far as it is known. */
  #known: Steps[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(book: Rulebook<PointsScene>, opening: DiceOpening | GivenTree) {
    super(book)
    if ('match' in opening) this.match = opening.match
    void this.open(opening)
  }

  override get ownStart(): string {
    return this.#start ?? this.book.start
  }

  get placement(): Placement {
    return this.view ? this.taken.reduce(withStep, placementOf(this.view.scene)) : {}
  }

  get isRollDue(): boolean {
    return this.view !== null && this.view.chances.length > 0
  }

  get turn(): RatedTurn | null {
    return this.judged?.turns.find(({ move }) => move === this.chosen) ?? null
  }

  /** The shown position, as the server is asked about it. */
  get asked() {
    const { start, book, options } = this
    return { rulebook: book.id, options, position: start, moves: this.played }
  }

  /** The rolls that are known where the shown one was rolled. */
  get rolls(): TreeNode[] {
    const { last } = this
    return last?.by === null ? this.tree.children(last.parent) : []
  }

  override begin(position: string | null, match: MatchInput | null = this.match): void {
    this.match = match
    this.notes = []
    super.begin(position)
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
      this.fault = this.faultOf(error)
      return false
    }
  }

  setMatch(match: MatchInput | null): void {
    this.match = match
    this.scores = null
    this.rejudge()
  }

  override show(id: string | null): void {
    // Steps that were taken by hand are put back.
    if (id === this.tree.current && this.taken.length > 0) void this.ask()
    else super.show(id)
  }

  /** Goes back to before the roll, so that another one can be chosen: it becomes a variation. */
  async unroll(): Promise<void> {
    const { last } = this
    if (last) this.tree.go(last.parent)
    else this.begin(withoutDice(this.start))
    await this.ask()
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
    if (!this.view || this.isQuiet) return
    const wasMapped = this.map !== null || this.mapping
    this.#judge()
    if (wasMapped) void this.askMap()
  }

  /** Loads the rolls of the position before its roll. */
  async askMap(): Promise<void> {
    const { question } = this
    const { ply, match } = this
    this.mapping = true
    this.mapFailure = null
    try {
      const map = await calls.equities({ ...this.asked, ...this.beforeRoll(), match, ply, rolls: true })
      if (question === this.question && ply === this.ply && match === this.match) this.map = map
    } catch (error) {
      if (question === this.question) this.mapFailure = errorMessage(error)
    } finally {
      if (question === this.question) this.mapping = false
    }
  }

  /** Asks for the cube at other scores. */
  async askScores(): Promise<void> {
    const { question, match, ply } = this
    const isLate = (): boolean => question !== this.question || match !== this.match
    this.scoresFailure = null
    try {
      const { scores } = await calls.equities({ ...this.asked, ...this.beforeRoll(), match, ply, scores: LACKING })
      if (!isLate()) this.scores = scores
    } catch (error) {
      if (!isLate()) this.scoresFailure = errorMessage(error)
    }
  }

  /** What the side to roll and the other one lack in the match that is set; null: none is. */
  get lacking(): readonly [number, number] | null {
    const { match, view } = this
    if (!match || (match.length ?? 1) === 1 || !view) return null
    const left = { white: (match.length ?? 1) - (match.white ?? 0), black: (match.length ?? 1) - (match.black ?? 0) }
    const mover = view.scene.mover
    return [left[mover], left[otherSide(mover)]]
  }

  /** The position before its roll: where it begins, and what was played. */
  beforeRoll(): { position: string; moves: string[] } {
    const { start, played, view } = this
    if (!view?.scene.dice) return { position: start, moves: played }
    return played.length > 0 ? { position: start, moves: played.slice(0, -1) } : { position: withoutDice(start), moves: [] }
  }

  override noteIn(query: URLSearchParams): void {
    writeRules(query, this)
    super.noteIn(query)
  }

  override close(): void {
    clearTimeout(this.#timer)
    super.close()
  }

  protected override spelled(text: string): string {
    return this.isRollDue ? rollOf(text) : text
  }

  protected override async prepare(): Promise<boolean> {
    if (Object.keys(this.options).length === 0) return true
    try {
      this.#start = (await calls.equities({ rulebook: this.book.id, options: this.options })).position
      return true
    } catch (error) {
      this.fault = this.faultOf(error)
      return false
    }
  }

  protected override leave(): void {
    clearTimeout(this.#timer)
    this.failure = null
  }

  protected override arrived(): void {
    const { view } = this
    if (!view) return
    this.taken = []
    this.steps = view.steps
    this.#known = [view.steps]
    this.judged = null
    this.chosen = null
    const mapped = this.map !== null || this.mapping
    this.map = null
    this.mapping = false
    this.scores = null
    this.scoresFailure = null
    if (this.isQuiet) return
    this.judging = true
    this.#timer = setTimeout(() => {
      this.#judge()
      if (mapped) void this.askMap()
    }, JUDGE_DELAY_MS)
  }

  async #askSteps(): Promise<void> {
    const { taken } = this
    const { question } = this
    this.steps = null
    this.fault = null
    try {
      const prefix = taken.map(({ token }) => token)
      const view = await api.playFrom<PointsScene>(this.book.id, this.start, this.played, prefix, this.options)
      if (question !== this.question || taken !== this.taken) return
      this.steps = view.steps
      this.#known[taken.length] = view.steps
    } catch (error) {
      if (question !== this.question || taken !== this.taken) return
      this.taken = []
      this.steps = this.view?.steps ?? null
      this.fault = this.faultOf(error)
    }
  }

  /** What a node is worth to the side to play, its best turn where the dice lie there. */
  #value(id: string | null, { turns, estimate }: EquitiesView): void {
    const equity = turns[0]?.estimate.equity ?? estimate?.equity
    if (id !== null && equity !== undefined) this.equities = { ...this.equities, [id]: equityText(equity) }
  }

  /** Judges at once, then as deep as is wished. */
  #judge(): void {
    clearTimeout(this.#timer)
    const { question } = this
    const { ply, match } = this
    const { current } = this.tree
    const isLate = (): boolean => question !== this.question || ply !== this.ply || match !== this.match
    this.judging = true
    this.failure = null
    const look = async (): Promise<void> => {
      try {
        for (const depth of this.judged === null && ply > 0 ? [0, ply] : [ply]) {
          const judged = await calls.equities({ ...this.asked, match: this.match, ply: depth })
          if (isLate()) return
          this.judged = judged
          this.#value(current, judged)
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
