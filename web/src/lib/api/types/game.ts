/** One game: its record as it is seen, what is done in it, its dice. Times and durations are milliseconds. */

import type { Protection, Refusal, Scene, Step, Steps, Told } from './board'
import type { ClockSpec, ClockState } from './clocks'
import type { OptionValue, Rulebook } from './rulebooks'
import type { Language, Side, Square, Words } from './words'

export interface Player {
  kind: 'human' | 'computer'
  /** Empty where the player gave none. */
  name: string
  level: number | null
  /** The engine of others that plays for the computer. */
  engine: string | null
  /** Who alone acts for the seat; null for a seat of whoever is at the screen. */
  person: string | null
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
  /** What the points counted for by then. */
  cube: number
  /** Our own player made it in place of an engine that had failed. */
  stood_in: boolean
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
  /** The match has ended without a winner. */
  drawn: boolean
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
  /** It was read from a file. */
  imported: boolean
  players: Record<Side, Player>
  /** Whether the opening roll has made the players change places. */
  swapped: boolean
  start: string
  position: string
  turn: Side | null
  moves: PlayedMove[]
  /** What is to be told beside a board of squares, after no move and after each one. */
  facts: Pick<Scene, 'captured' | 'checks_left'>[]
  scene: S
  steps: Steps
  clock: ClockState | null
  offers: { offer: string; by: Side; value: number | null }[]
  /** What became of an offer since the last move, in the hands of `by`. */
  answer: { offer: string; by: Side; answer: 'accepted' | 'declined' | 'lapsed'; value: number | null } | null
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

/** Target, label, that in Spanish if it is another one, and whatever is not as it nearly always is. */
export type CompactStep = [target: Square, label: string, spanish?: string, more?: Partial<Pick<Step, 'token' | 'choice' | 'effects' | 'told'>>]

/** Steps by their origin (docs/api.md, *Updates*). */
export interface CompactSteps {
  options?: Record<Square, CompactStep[]>
  confirmable?: boolean
  refused?: (Pick<Refusal, 'reason' | 'clause' | 'places' | 'message'> & {
    steps: Record<Square, (Square | [target: Square, token: string])[]>
  })[]
  protected?: Protection[]
}

/** A move without what is as it nearly always is. */
export type NewMove = Omit<PlayedMove, OftenPlain> & Partial<Pick<PlayedMove, OftenPlain>>
type OftenPlain = 'check' | 'told' | 'roll' | 'number' | 'cube' | 'stood_in'

/** What is new in a game, for whoever has its view after event `after` or later: the moves that follow the first `ply`, and how it stands. */
export interface GameUpdate extends Partial<Pick<GameView, Replaced>> {
  seq: number
  after: number
  ply: number
  /** Without what is null or empty. */
  scene: Pick<Scene, 'kind'> & Partial<Scene>
  moves?: NewMove[]
  steps?: CompactSteps
  clock?: Pick<ClockState, 'white_ms' | 'black_ms' | 'running' | 'at' | 'now'>
}
type Replaced =
  | 'position'
  | 'turn'
  | 'late'
  | 'facts'
  | 'offers'
  | 'answer'
  | 'claims'
  | 'can'
  | 'thinking'
  | 'dice'
  | 'cube'
  | 'match'
  | 'stakes'
  | 'last_refusal'
  | 'outcome'

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
  players?: Record<Side, { kind: 'human'; name?: string } | { kind: 'computer'; level: number; engine?: string }>
  clock?: ClockSpec
  moves?: string[]
  options?: Record<string, OptionValue>
  seeds?: Side[]
}

export interface CheckedPosition<S = Scene> {
  position: string
  scene: S
  steps: Steps
  outcome: Outcome | null
  turn: Side | null
  /** The moves that led to it. */
  played: WrittenMove[]
  /** What chance may bring now, or some of it. */
  chances: string[]
}

/** A move as it is written down; nobody's where chance has acted. */
export interface WrittenMove {
  by: Side | null
  move: string
  san: Words
  origin: Square
  target: Square
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
