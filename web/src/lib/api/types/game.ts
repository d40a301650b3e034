/** One game: its record as it is seen, what is done in it, its dice. Times and durations are milliseconds. */

import type * as schema from '../schema'
import type { LostDie, Protection, Refusal, Scene, Step, Steps } from './board'
import type { ClockSpec, ClockState } from './clocks'
import type { OptionValue, Rulebook } from './rulebooks'
import type { Known, Language, Side, Square } from './words'

export type { CubeView } from '../schema'
export type { EndedData as Outcome, FairnessView as Fairness, MatchView as MatchState, Player } from '../schema'
export type { WrittenMove } from '../schema'

export type { PlayedStep } from '../schema'
export type PlayedMove = Known<schema.MoveView, { by: Side }>
/** The dice of a game: the roll to be played now, and the data for its verification. */
export type DiceState = Known<schema.DiceView, { commitment: string }>

type Offer = Known<schema.OfferView, { by: Side }>

export type GameView<S = Scene> = Known<
  schema.GameView,
  {
    rulebook: Pick<Rulebook, 'id' | 'names' | 'hash' | 'illegal_moves' | 'offers'>
    options: Record<string, OptionValue> | null
    moves: PlayedMove[]
    scene: S
    steps: Steps
    clock: ClockState | null
    berserk: Side[]
    offers: Offer[]
    answer: Known<schema.AnswerView, { by: Side }> | null
    dice: DiceState | null
    can: string[]
  }
>

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
  lost?: LostDie[]
}

/** A move without what is as it nearly always is. */
export type NewMove = Omit<PlayedMove, OftenPlain> & Partial<Pick<PlayedMove, OftenPlain>>
type OftenPlain = 'check' | 'told' | 'roll' | 'number' | 'cube' | 'stood_in' | 'steps'

/** An update of a view that is at event `after` or later: the moves that follow the first `ply`, and the new state. */
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
  | { type: 'offer' | 'accept' | 'decline'; offer: string; side: Side; beaver?: boolean }
  | { type: 'claim'; reason: string }
  | { type: 'berserk'; side: Side }
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
  rated?: boolean
}

export type CheckedPosition<S = Scene> = Known<schema.PositionView, { scene: S; steps: Steps }>

/** What anybody can check the dice of a game with (docs/dice.md). */
export type DiceFile = Known<Omit<schema.DiceFile, 'rows' | 'format'>, { events: GameEvent[] }> & { format: string }
