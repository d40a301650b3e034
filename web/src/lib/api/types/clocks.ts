/** How games are timed. Times and durations are milliseconds. */

import type * as schema from '../schema'
import type { Known } from './words'

export type { Periods, TimeAllowance as Budget } from '../schema'

/** How a game is timed; `black`: Black's own time, where the sides play with unequal time. */
export type ClockSpec =
  | Optional<schema.Fischer>
  | Optional<schema.Delay>
  | Optional<schema.Bronstein>
  | Optional<schema.Byoyomi>
  | schema.Correspondence
type Unsaid = 'black' | 'first_move_s' | 'berserk'
type Optional<Timed extends Record<Unsaid, unknown>> = Omit<Timed, Unsaid> & Partial<Pick<Timed, Unsaid>>

export type ClockKind = ClockSpec['kind']

/** `at`: when the times stood so; `now` is the time of the answer, both by the server's clock. */
export type ClockState = Known<schema.ClockView, { kind: ClockKind; spec: ClockSpec }>
