/** How games are timed. Times and durations are milliseconds. */

import type { Side } from './words'

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
