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

export interface Rulebook extends RulebookSummary {
  hash: string
  pieces: PieceKind[]
  start: string
  scene: Scene
  illegal_moves: 'prevent' | 'warn'
  offers: string[]
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
}

export interface Outcome {
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
  reason: string
  clause: string | null
  points: Record<Side, number> | null
}

export interface GameView {
  id: string
  seq: number
  rulebook: Pick<Rulebook, 'id' | 'names' | 'hash' | 'illegal_moves' | 'offers'>
  created_at: number
  casual: boolean
  players: Record<Side, Player>
  start: string
  position: string
  turn: Side | null
  moves: PlayedMove[]
  scene: Scene
  steps: Steps
  clock: ClockState | null
  offers: { offer: string; by: Side }[]
  claims: { reason: string; clause: string | null }[]
  can: string[]
  thinking: boolean
  last_refusal: { move: string; reason: string; clause: string | null; places: Square[]; message: Words } | null
  outcome: Outcome | null
}

export interface GameEvent {
  seq: number
  type: 'moved' | 'refused' | 'offered' | 'declined' | 'undone' | 'ended'
  at: number
  by: Side | null
  data: Record<string, unknown>
}

export type CommandBody =
  | { type: 'move'; move: string; lang?: Language }
  | { type: 'offer' | 'accept' | 'decline'; offer: string; side: Side }
  | { type: 'claim'; reason: string }
  | { type: 'resign'; side: Side }
  | { type: 'undo' | 'flag' | 'abort' }

export type Command = CommandBody & { id: string; expected_seq: number }

export interface NewGame {
  id: string
  rulebook: string
  position?: string
  players?: Record<Side, { kind: 'human'; name?: string } | { kind: 'computer'; level: number }>
  clock?: ClockSetting
  moves?: string[]
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

export interface CheckedPosition {
  position: string
  scene: Scene
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
