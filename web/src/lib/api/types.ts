/** The shapes of docs/api.md. Times and durations are milliseconds. */

export type Side = 'white' | 'black'
export type Language = 'es' | 'en'
export type Words = Record<Language, string>
export type Square = string

export type RulebookGroup = 'chess' | 'tables' | 'gallery' | 'own'

export interface RulebookSummary {
  /** That of a sheet which somebody has made is its hash. */
  id: string
  group: RulebookGroup
  family: string
  names: Words
  summary: Words | null
  same_law_as: string | null
}

export interface PieceKind {
  letter: string
  letters: Words
  names: Words
  glyph: string
}

export interface Rulebook<S = Scene> extends RulebookSummary {
  hash: string
  pieces: PieceKind[]
  start: string
  scene: S
  illegal_moves: 'prevent' | 'warn'
  offers: string[]
  /** Whether dice are thrown, and whether a turn is put together step by step. */
  dice: boolean
  composed: boolean
  match: MatchSetting
  options: RuleOption[]
}

export interface MatchSetting {
  length: number
  cube: boolean
  crawford: boolean
}

export type OptionValue = boolean | number | string

/** What may be set otherwise in a new game; a number has bounds instead of values. */
export interface RuleOption {
  path: string
  kind: 'boolean' | 'choice' | 'number'
  values: OptionValue[] | null
  labels: Words[] | null
  min: number | null
  max: number | null
  default: OptionValue
  names: Words
  help: Words
}

export interface Scene {
  kind: 'grid'
  files: number
  ranks: number
  holes: Square[]
  pieces: Record<Square, string>
  check: { place: Square; by: Square[]; announce: boolean } | null
  /** Null where captured pieces go to a hand. */
  captured: Record<Side, string[]> | null
  /** How many pieces of each letter the sides hold. */
  hands: Record<Side, Record<string, number>> | null
  promoted: Square[]
  checks_left: Record<Side, number> | null
  /** In the turn, the one to be made included; null where every turn has one. */
  moves_left: number | null
  dice: [number, number] | null
  /** The letter of the kind that each face of a die names. */
  dice_kinds: string[] | null
  region: Square[]
}

/** A board of points (the tables family); letters in upper case are White's. */
export interface PointsScene {
  kind: 'points'
  /** What stands on the points 1 … 24. */
  points: string[]
  bar: string
  off: string
  /** The kings that have never left their start point. */
  home: string
  mover: Side
  dice: [number, number] | null
  pips: Record<Side, number>
  protected: Protection[]
  /** The clauses of what the page says by itself; `departure` only where kings depart on doubles. */
  clauses: { opening: string | null; lost: string | null; departure?: string | null }
}

/** What a king who pushes cannot capture where it stands, and the piece that sees to it. */
export interface Protection {
  place: string
  pieces: string
  by: string
  reason: 'protects' | 'shelter'
  clause: string | null
}

/** Something that a step did for a rule. */
export interface Told {
  text: Words
  clause: string | null
}

export interface Step {
  token: string
  label: string
  labels: Words
  origin: Square
  target: Square
  choice: string
  effects: [place: Square, before: string, after: string][]
  told: Told[]
}

export interface Refusal {
  token: string
  origin: Square
  target: Square
  reason: string
  clause: string | null
  places: Square[]
  message: Words
}

export interface Steps {
  options: Step[]
  confirmable: boolean
  refused: Refusal[]
  /** Who is protected as the turn stands; nobody on a board of squares. */
  protected: Protection[]
}

/** Where a side's pieces could go if nothing stood in their way: letter → square → target → what it must become there. */
export interface Reach {
  moves: Record<string, Record<Square, Record<Square, string>>>
  /** Letter → squares. */
  drops: Record<string, Square[]>
}

export interface Player {
  kind: 'human' | 'computer'
  /** Empty where the player gave none. */
  name: string
  level: number | null
  /** Who alone acts for the seat; null for a seat of whoever is at the screen. */
  person: string | null
}

export interface Budget {
  initial_ms: number
  increment_ms: number
}

export interface Periods {
  initial_ms: number
  periods: number
  period_ms: number
}

/** How a game is timed; `black`: Black's own time, where the sides play with unequal time. */
export type ClockSpec =
  | (Budget & { kind: 'fischer' | 'delay' | 'bronstein'; black?: Budget | null })
  | (Periods & { kind: 'byoyomi'; black?: Periods | null })
  | { kind: 'correspondence'; days: number }

export type ClockKind = ClockSpec['kind']

export interface ClockState extends Budget {
  kind: ClockKind
  spec: ClockSpec
  white_ms: number
  black_ms: number
  running: Side | null
  /** When the times stood so; `now` is the time of the answer, both by the server's clock. */
  at: number
  now: number
}

export interface PlayedMove {
  ply: number
  by: Side
  move: string
  san: Words
  origin: Square
  target: Square
  position: string
  check: Square | null
  told: Told[]
  at: number
  roll: string | null
  number: number | null
}

/** The dice of a game: the throw to be played now, and what proves that nobody chose it. */
export interface DiceState {
  roll: string | null
  number: number | null
  by: Side | null
  commitment: string
  server_seed: string | null
  seeds: { side: Side; commitment: string | null; seed: string | null }[]
  opening: [number, number][] | null
}

export interface MatchState {
  length: number
  game: number
  score: Record<Side, number>
  crawford: boolean
  winner: Side | null
  next: string | null
}

export interface Outcome {
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
  reason: string
  clause: string | null
  points: Record<Side, number> | null
}

export interface GameView<S = Scene> {
  id: string
  seq: number
  rulebook: Pick<Rulebook, 'id' | 'names' | 'hash' | 'illegal_moves' | 'offers'>
  created_at: number
  casual: boolean
  /** What of the rulebook is set otherwise; null where that is not known. */
  options: Record<string, OptionValue> | null
  /** While the game goes on, whoever only watches sees it so many moves late; `late`: so it is seen here. */
  delay: number
  late: boolean
  players: Record<Side, Player>
  /** Whether the opening roll has made the players change places. */
  swapped: boolean
  start: string
  position: string
  turn: Side | null
  moves: PlayedMove[]
  scene: S
  steps: Steps
  clock: ClockState | null
  offers: { offer: string; by: Side; value: number | null }[]
  claims: { reason: string; clause: string | null }[]
  dice: DiceState | null
  cube: { value: number; owner: Side | null } | null
  match: MatchState | null
  /** The points that each side may still lose; empty where a loss is a loss. */
  stakes: Record<Side, number[]>
  can: string[]
  thinking: boolean
  last_refusal: { move: string; reason: string; clause: string | null; places: Square[]; message: Words } | null
  outcome: Outcome | null
}

export interface GameEvent {
  seq: number
  type: string
  at: number
  by: Side | null
  data: Record<string, unknown>
}

export type CommandBody =
  | { type: 'move'; move: string; lang?: Language }
  | { type: 'offer' | 'accept' | 'decline'; offer: string; side: Side }
  | { type: 'claim'; reason: string }
  | { type: 'resign'; side: Side; points?: number; match?: boolean }
  | { type: 'commit_seed'; side: Side; commitment: string }
  | { type: 'reveal_seed'; side: Side; seed: string }
  | { type: 'claim_left'; side: Side; result: 'win' | 'draw' }
  | { type: 'undo' | 'flag' | 'abort' | 'roll' }

export type Command = CommandBody & { id: string; expected_seq: number }

export interface NewGame {
  id: string
  rulebook: string
  position?: string
  players?: Record<Side, { kind: 'human'; name?: string } | { kind: 'computer'; level: number }>
  clock?: ClockSpec
  moves?: string[]
  options?: Record<string, OptionValue>
  seeds?: Side[]
}

export interface GameSummary {
  id: string
  rulebook: string
  names: Words
  players: Record<Side, Player>
  plies: number
  result: Outcome['result'] | null
  reason: string | null
  turn: Side | null
  updated_at: number
  position: string
  /** The colour of whoever asks for their own games; null for others, and where a screen is shared. */
  seat: Side | null
}

export interface GamesPage {
  games: GameSummary[]
  /** Where the next page begins. */
  next: string | null
}

/** Which games are wanted; `opponent`, `result` and `turn` only of one's own. */
export interface GamesAsked {
  limit: number
  before?: string | undefined
  mine?: true
  state?: 'running' | 'finished'
  turn?: 'mine' | 'theirs'
  opponent?: string | undefined
  rulebook?: string | undefined
  result?: GameResult | undefined
  since?: number | undefined
  until?: number | undefined
}

/** As one side sees it. */
export type GameResult = 'won' | 'lost' | 'drawn'

export interface CheckedPosition<S = Scene> {
  position: string
  scene: S
  steps: Steps
  outcome: Outcome | null
  turn: Side
}

/** A format that a game can be written in, and the name of its file. */
export interface GameFile {
  format: string
  name: string
}

/** What came of a file that was opened. */
export interface FileAnswer {
  format: string
  games: { id: string; rulebook: string; white: string; black: string; result: string; plies: number }[]
  faults: { game: number; line: number; column: number; message: string }[]
}

/** Counts, their distance from fair dice, and how often fair dice are at least as far from them. */
export interface Fairness {
  counts: Record<string, number>
  chi_square: number
  p_value: number
}

/** What anybody can check the dice of a game with (docs/dice.md). */
export interface DiceFile {
  format: string
  game: string
  commitment: string
  seats: Side[]
  events: GameEvent[]
  statistics: { throws: number; faces: Fairness; rolls: Fairness }
}

export interface RuleFigure {
  position: string
  marks: Square[]
  arrows: [Square, Square][]
  caption: string
}

/** A field of the sheet by which a decision may be set otherwise; `others` is empty where they cannot be listed. */
export interface RuleSetting {
  path: string
  name: string
  value: string
  others: string[]
}

export interface RuleItem {
  clause: string | null
  /** What the rulebook's source leaves open: `why` it was decided, and how it may be set. */
  decision: boolean
  why: string
  settings: RuleSetting[]
  text: string
  figure: RuleFigure | null
  anchor: string
  /** Words of the glossary in the text. */
  terms: { start: number; end: number; id: string }[]
}

export interface RuleSection {
  title: string
  anchor: string
  /** Written by hand, not from the sheet. */
  prose: boolean
  items: RuleItem[]
}

export interface Rules {
  title: string
  sections: RuleSection[]
}

export interface Contents {
  parts: { title: string; chapters: ChapterRef[] }[]
}

export interface ChapterRef {
  id: string
  title: string
  summary: string | null
  same_law_as: string | null
  sections: { anchor: string; title: string }[]
}

export interface ManualPlace {
  rulebook: string
  title: string
  anchor: string
  /** Its clause, or the title of its section. */
  label: string
}

export interface GlossaryEntry {
  id: string
  term: string
  text: string
  places: ManualPlace[]
  /** The rulebooks in which the word names another piece. */
  elsewhere: { rulebook: string; title: string }[]
}

export interface ManualFindings {
  terms: GlossaryEntry[]
  hits: { section: string; excerpt: string; marks: [from: number, to: number][]; places: ManualPlace[] }[]
  total: number
}

/** A report to be made of one sheet, or of two to be compared. */
export interface AskBalance {
  sheets: { rulebook: string; options?: Record<string, OptionValue> }[]
  game_count: number
  level: number
}

export interface BalanceView {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  error: string | null
  told: BalanceReport | null
}

export interface BalanceReport {
  title: string
  names: string[]
  headings: string[]
  notes: string[]
  tables: BalanceTable[]
  lengths: { title: string; text: string; bins: { first: number; last: number; counts: number[] }[] }
}

export interface BalanceTable {
  part: string
  title: string
  help: string
  rows: BalanceRow[]
}

/** All estimates of a row, and of its like, lie between `low` and `high`. */
export interface BalanceRow {
  label: string
  cells: (BalanceCell | null)[]
  low: number
  high: number
  difference: BalanceCell | null
}

export interface BalanceCell {
  estimate: { value: number; low: number | null; high: number | null }
  text: string
}

export interface ApiErrorBody {
  reason: string
  message: string
  clause: string | null
  places: Square[]
}

/** A value of a sheet, as JSON has it. */
export type Datum = null | boolean | number | string | Datum[] | { [name: string]: Datum }
export type SheetData = Record<string, Datum>

export interface SheetField {
  /** `pieces.*.letter`: a star stands for any key of a map. */
  path: string
  kind: 'boolean' | 'choice' | 'number' | 'text' | 'words' | 'list' | 'map' | 'table' | 'data'
  names: Words
  help: Words
  format?: string
  required?: boolean
  nullable?: boolean
  default?: Datum
  min?: number
  max?: number
  whole?: boolean
  pattern?: string
  max_length?: number
  length?: number
  keys?: string
  options?: { value: string | number; names: Words }[]
  fields?: SheetField[]
  item?: SheetField
}

export interface SheetSchema {
  family: string
  fields: SheetField[]
}

export interface SheetFault {
  field: string
  reason: string
  message: string
}

export interface Diagram {
  piece: string
  letter: string
  square: Square
  moves: Square[]
  captures: Square[]
  hurdles: Square[]
}

export interface Difference {
  path: string
  text: string
}

export interface SheetOrigin {
  id: string
  names: Words
}

export interface CheckedSheet {
  valid: boolean
  faults: SheetFault[]
  given: SheetData
  hash: string | null
  sheet: SheetData | null
  rulebook: Rulebook | null
  rules: Rules | null
  parent: SheetOrigin | null
  differences: Difference[]
  diagrams: Diagram[]
}

/** A variants.ini: the names of its sections, and one of them as a sheet; of no use where it has faults. */
export interface Variants {
  sections: string[]
  chosen: {
    name: string
    line: number
    sheet: SheetData
    uncovered: { option: string; value: string; line: number }[]
    faults: string[]
  }
}

/** A rulebook as a section of a variants.ini, and what that cannot say. */
export interface VariantText {
  file: string
  text: string
  unsaid: Difference[]
}

export interface SavedSheet {
  hash: string
  names: Words
  parent: string | null
  created_at: number
}

export interface SavedSheetDetail extends SavedSheet {
  sheet: SheetData
  origin: SheetOrigin | null
  differences: Difference[]
  diagrams: Diagram[]
}
