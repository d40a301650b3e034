/** The settings of a tournament as a form holds them. */

import type { ClockSpec } from '../api/types/clocks'
import type { OptionValue } from '../api/types/rulebooks'
import { ClockSetup } from '../game/clock-setup.svelte'
import type { Format, NewSettings, PointTable, TournamentSettings } from './types'

export const FORMATS: Format[] = ['swiss', 'round-robin', 'double-round-robin', 'knockout', 'arena', 'simul']
export const HOST_COLOURS = ['white', 'black', 'alternating'] as const
export const SEEDINGS = ['rating', 'entered', 'lot'] as const
export const UNPLAYED = ['both-lose', 'who-came-wins'] as const
export const ENTRIES = ['open', 'code', 'list'] as const

/** Tie-breaks that are offered; others are kept as they are. */
export const TIE_BREAKS = [
  'BH/C1', 'BH', 'BH/M1', 'SB', 'GPTS', 'DE', 'WIN', 'WON', 'BPG', 'BWG', 'PS', 'KS', 'AOB', 'FB', 'ARO', 'TPR',
] // prettier-ignore
export const MAX_TIE_BREAKS = 12

/** Tables of points by the names under which they are known; in tenths: win, draw, loss. */
export const TABLES = { usual: [10, 5, 0], tradicional: [20, 10, 0], football: [30, 10, 0] } as const
export type TableChoice = keyof typeof TABLES | 'own'
export const TABLE_CHOICES: TableChoice[] = ['usual', 'tradicional', 'football', 'own']

const USUAL_ROUNDS = 5
const USUAL_LIMIT = 200
const USUAL_MINUTES = 60
const MINUTE_MS = 60_000
const SECOND_MS = 1000
const DAY_MINUTES = 24 * 60
const USUAL_TIE_BREAKS = ['BH/C1', 'BH', 'SB']
const TEAM_TIE_BREAKS = ['GPTS', 'DE', 'SB']

/** A table in which a forfeit and a bye count as a win, or as a draw, over the board does. */
export const tableOf = (win: number, draw: number, loss: number, by_margin = false): PointTable => ({
  win,
  draw,
  loss,
  forfeit_win: win,
  forfeit_loss: loss,
  pairing_bye: win,
  full_bye: win,
  half_bye: draw,
  zero_bye: loss,
  by_margin,
})

/** The number of rounds after which a Swiss tournament has usually one winner. */
export const usualRounds = (entrants: number): number => Math.max(1, Math.ceil(Math.log2(Math.max(2, entrants))))

/** Where teams may play. */
export const TEAM_FORMATS: Format[] = ['swiss', 'round-robin', 'double-round-robin']
export const MAX_EXTRA = 12

/** A faster game that breaks a tie; `other` is a clock of another kind, which is kept as it is. */
export interface ExtraGame {
  minutes: number | null
  seconds: number | null
  other: ClockSpec | null
}

export class SettingsForm {
  title = $state('')
  rulebook = $state('')
  options = $state.raw<Record<string, OptionValue>>({})
  position = $state<string | null>(null)
  readonly clock = new ClockSetup()
  format = $state<Format>('swiss')
  rounds = $state<number | null>(USUAL_ROUNDS)
  points = $state<TableChoice>('usual')
  win = $state<number | null>(1)
  draw = $state<number | null>(0.5)
  loss = $state<number | null>(0)
  byMargin = $state(false)
  tieBreaks = $state.raw<string[]>(USUAL_TIE_BREAKS)
  entry = $state<TournamentSettings['entry']>('open')
  code = $state('')
  limit = $state<number | null>(USUAL_LIMIT)
  lateEntry = $state(true)
  /** Whether the next round comes by itself. */
  /** Whether it begins at a stated time, and at which. */
  startsAt = $state(false)
  startAt = $state<number | null>(null)
  byItself = $state(false)
  nextAfter = $state<number | null>(1)
  forfeits = $state(false)
  forfeitAfter = $state<number | null>(10)
  overTheBoard = $state(false)
  rated = $state(false)
  listed = $state(true)
  bots = $state(false)
  accelerated = $state(false)
  games = $state<number | null>(1)
  thirdPlace = $state(false)
  hostColour = $state<TournamentSettings['host_colour']>('white')
  minutes = $state<number | null>(60)
  /** Whether teams play, with so many boards. */
  teams = $state(false)
  boards = $state<number | null>(4)
  seeding = $state<TournamentSettings['seeding']>('rating')
  lotSeed = $state('')
  extra = $state<ExtraGame[]>([])
  armageddon = $state(false)
  armageddonWhite = $state<number | null>(5)
  armageddonBlack = $state<number | null>(4)
  armageddonSeconds = $state<number | null>(0)
  /** Whether a round takes days. */
  slow = $state(false)
  days = $state<number | null>(7)
  unplayed = $state<TournamentSettings['unplayed']>('both-lose')
  /** What is changed, with what the form does not ask for. */
  #from: TournamentSettings | null = null

  constructor(from: TournamentSettings | null = null) {
    if (from) this.#adopt(from)
    else if (this.clock.kind === 'none') this.clock.preset = '10+5'
  }

  get settings(): NewSettings {
    return {
      ...this.#from,
      title: this.title.trim(),
      format: this.format,
      rulebook: this.rulebook,
      options: this.options,
      position: this.position,
      clock: this.overTheBoard ? null : this.clock.spec,
      rounds: this.rounds ?? USUAL_ROUNDS,
      table: this.#table(),
      tie_breaks: this.tieBreaks,
      rated: this.rated && !this.overTheBoard,
      entry: this.entry,
      code: this.entry === 'code' ? this.code.trim() : '',
      limit: this.limit ?? USUAL_LIMIT,
      late_entry: this.lateEntry,
      start_at: this.startsAt ? this.startAt : null,
      next_after: this.byItself ? (this.nextAfter ?? 0) : null,
      forfeit_after: this.forfeits && !this.overTheBoard ? this.forfeitAfter : null,
      over_the_board: this.overTheBoard,
      listed: this.listed,
      bots: this.bots,
      accelerated: this.accelerated,
      games_per_pairing: this.games ?? 1,
      third_place: this.thirdPlace,
      host_colour: this.hostColour,
      minutes: this.minutes ?? USUAL_MINUTES,
      boards: this.teams && TEAM_FORMATS.includes(this.format) ? (this.boards ?? 1) : 0,
      seeding: this.seeding,
      lot_seed: this.seeding === 'lot' ? this.lotSeed.trim() : '',
      ...this.#breaks(),
      round_minutes: this.slow ? Math.round((this.days ?? 1) * DAY_MINUTES) : null,
      unplayed: this.unplayed,
    }
  }

  /** Takes the table of a choice; one's own begins with the numbers shown before. */
  choose(points: TableChoice): void {
    this.points = points
    if (points === 'own') return
    const [win, draw, loss] = TABLES[points]
    this.win = win / 10
    this.draw = draw / 10
    this.loss = loss / 10
  }

  /** Teams are ranked by matches, then by boards; a form that goes back has the usual numbers again. */
  chooseTeams(teams: boolean): void {
    this.teams = teams
    this.choose(teams ? 'tradicional' : 'usual')
    this.tieBreaks = teams ? TEAM_TIE_BREAKS : USUAL_TIE_BREAKS
  }

  /** The next game is faster than the one before. */
  addExtra(): void {
    const before = this.extra.at(-1)
    const minutes = before ? Math.max(1, Math.floor((before.minutes ?? 2) / 2)) : 5
    this.extra = [...this.extra, { minutes, seconds: before?.seconds ?? 3, other: null }]
  }

  /** What breaks a tie of a knockout: only there it is asked for. */
  #breaks(): Pick<TournamentSettings, 'extra_clocks' | 'armageddon'> {
    if (this.format !== 'knockout') return { extra_clocks: [], armageddon: null }
    const budget = (minutes: number | null) => ({
      initial_ms: Math.round((minutes ?? 0) * MINUTE_MS),
      increment_ms: Math.round((this.armageddonSeconds ?? 0) * SECOND_MS),
    })
    const clocks = this.extra.map(({ minutes, seconds, other }): ClockSpec =>
      other ?? { kind: 'fischer', initial_ms: Math.round((minutes ?? 0) * MINUTE_MS), increment_ms: Math.round((seconds ?? 0) * SECOND_MS) },
    )
    const last: ClockSpec = { kind: 'fischer', ...budget(this.armageddonWhite), black: budget(this.armageddonBlack) }
    return { extra_clocks: this.overTheBoard ? [] : clocks, armageddon: this.armageddon ? last : null }
  }

  #table(): PointTable {
    const tenths = (value: number | null): number => Math.round((value ?? 0) * 10)
    const table = tableOf(tenths(this.win), tenths(this.draw), tenths(this.loss), this.byMargin)
    const { win, draw, loss } = this.#from?.table ?? {}
    // What byes and forfeits are worth stays as it was where nothing else has changed.
    const isAsBefore = win === table.win && draw === table.draw && loss === table.loss
    return this.#from && isAsBefore ? { ...this.#from.table, by_margin: this.byMargin } : table
  }

  #adopt(from: TournamentSettings): void {
    this.#from = from
    this.title = from.title
    this.rulebook = from.rulebook
    this.options = from.options
    this.position = from.position
    this.format = from.format
    this.rounds = from.rounds
    const { win, draw, loss, by_margin } = from.table
    const known = TABLE_CHOICES.find((name) => name !== 'own' && String(TABLES[name]) === String([win, draw, loss]))
    this.points = known ?? 'own'
    this.win = win / 10
    this.draw = draw / 10
    this.loss = loss / 10
    this.byMargin = by_margin
    this.tieBreaks = from.tie_breaks
    this.entry = from.entry
    this.code = from.code
    this.limit = from.limit
    this.lateEntry = from.late_entry
    this.startsAt = (from.start_at ?? null) !== null
    this.startAt = from.start_at ?? null
    this.byItself = from.next_after !== null
    this.nextAfter = from.next_after ?? 1
    this.forfeits = from.forfeit_after !== null
    this.forfeitAfter = from.forfeit_after ?? 10
    this.overTheBoard = from.over_the_board
    this.rated = from.rated
    this.listed = from.listed
    this.bots = from.bots ?? false
    this.accelerated = from.accelerated
    this.games = from.games_per_pairing
    this.thirdPlace = from.third_place
    this.hostColour = from.host_colour
    this.minutes = from.minutes
    this.teams = from.boards > 0
    this.boards = from.boards || 4
    this.seeding = from.seeding
    this.lotSeed = from.lot_seed
    this.extra = from.extra_clocks.map((clock) =>
      clock.kind === 'fischer' && !clock.black
        ? { minutes: (clock.initial_ms ?? 0) / MINUTE_MS, seconds: (clock.increment_ms ?? 0) / SECOND_MS, other: null }
        : { minutes: null, seconds: null, other: clock },
    )
    const { armageddon } = from
    this.armageddon = armageddon !== null
    if (armageddon?.kind === 'fischer') {
      this.armageddonWhite = (armageddon.initial_ms ?? 0) / MINUTE_MS
      this.armageddonBlack = (armageddon.black?.initial_ms ?? armageddon.initial_ms ?? 0) / MINUTE_MS
      this.armageddonSeconds = (armageddon.increment_ms ?? 0) / SECOND_MS
    }
    this.slow = from.round_minutes !== null
    this.days = from.round_minutes === null ? 7 : from.round_minutes / DAY_MINUTES
    this.unplayed = from.unplayed
    setClock(this.clock, from.clock)
  }
}

/** The choices that make a clock. */
export function setClock(setup: ClockSetup, spec: ClockSpec | null): void {
  setup.kind = spec?.kind ?? 'none'
  if (!spec) return
  if (spec.kind === 'correspondence') {
    setup.values.days = spec.days
    return
  }
  const perTurn = (side: { increment_ms?: number; period_ms?: number }): number => (side.period_ms ?? side.increment_ms ?? 0) / SECOND_MS
  setup.values.minutes = (spec.initial_ms ?? 0) / MINUTE_MS
  setup.values.seconds = perTurn(spec)
  if (spec.kind === 'byoyomi') setup.values.periods = spec.periods ?? 1
  setup.odds = Boolean(spec.black)
  if (!spec.black) return
  setup.values.blackMinutes = (spec.black.initial_ms ?? 0) / MINUTE_MS
  setup.values.blackSeconds = perTurn(spec.black)
}
