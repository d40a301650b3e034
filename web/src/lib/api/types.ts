/** The shapes of docs/api.md. Times and durations are milliseconds. */

export type Side = 'white' | 'black'
export type Language = 'es' | 'en'
export type Words = Record<Language, string>
export type Square = string

export interface RulebookSummary {
  id: string
  family: string
  names: Words
  summary: Words
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
  captured: Record<Side, string[]>
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
}

export interface Step {
  token: string
  label: string
  labels: Words
  origin: Square
  target: Square
  choice: string
  effects: [place: Square, before: string, after: string][]
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
}

export interface Player {
  kind: 'human' | 'computer'
  /** Empty where the player gave none. */
  name: string
  level: number | null
}

export type ClockKind = 'fischer' | 'delay' | 'bronstein'

export interface ClockSetting {
  kind: ClockKind
  initial_ms: number
  increment_ms: number
}

export interface ClockState extends ClockSetting {
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
  | { type: 'undo' | 'flag' | 'abort' | 'roll' }

export type Command = CommandBody & { id: string; expected_seq: number }

export interface NewGame {
  id: string
  rulebook: string
  position?: string
  players?: Record<Side, { kind: 'human'; name?: string } | { kind: 'computer'; level: number }>
  clock?: ClockSetting
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
}

export interface CheckedPosition<S = Scene> {
  position: string
  scene: S
  steps: Steps
  outcome: Outcome | null
  turn: Side
}

export interface PgnAnswer {
  games: { id: string; white: string; black: string; result: string; plies: number }[]
  faults: { game: number; line: number; column: number; message: string }[]
}

export interface RuleFigure {
  position: string
  marks: Square[]
  arrows: [Square, Square][]
  caption: string
}

export interface RuleItem {
  clause: string | null
  decision: boolean
  text: string
  figure: RuleFigure | null
}

export interface Rules {
  title: string
  sections: { title: string; items: RuleItem[] }[]
}

export interface ApiErrorBody {
  reason: string
  message: string
  clause: string | null
  places: Square[]
}
