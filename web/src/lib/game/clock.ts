/** What a clock shows between two messages of the server. */

import type { ClockSpec, ClockState } from '../api/types/clocks'
import type { Side } from '../api/types/words'

/** The clock with its times by this machine's clock, for an answer that has just arrived. */
export const onOurTime = (clock: ClockState): ClockState => ({
  ...clock,
  at: Date.now() - (clock.now - clock.at),
  now: Date.now(),
})

/** Milliseconds that `side` has left at `now`, never below zero. In a delay clock the first moments cost nothing. */
export function timeLeft(clock: ClockState, side: Side, now: number): number {
  const left = side === 'white' ? clock.white_ms : clock.black_ms
  if (clock.running !== side) return Math.max(0, left)
  const own = ofSide(clock.spec, side)
  const free = own.kind === 'delay' ? own.increment_ms : 0
  return Math.max(0, left - Math.max(0, now - clock.at - free))
}

/** How `side` is timed. */
export function ofSide(spec: ClockSpec, side: Side): ClockSpec {
  if (side === 'white' || spec.kind === 'correspondence') return spec
  return { ...spec, ...spec.black } as ClockSpec
}

/** The same clock for players who have changed places. */
export function swapped(spec: ClockSpec): ClockSpec {
  if (spec.kind === 'correspondence' || !spec.black) return spec
  const { kind, black, ...white } = spec
  return { kind, ...black, black: white } as ClockSpec
}

/** What is shown of the time that a side has left: until the next thing happens, and the periods, if they have begun. */
export function shownTime(spec: ClockSpec, side: Side, left: number): { ms: number; periods: number | null } {
  const own = ofSide(spec, side)
  if (own.kind !== 'byoyomi') return { ms: left, periods: null }
  const main = left - own.periods * own.period_ms
  if (main > 0) return { ms: main, periods: null }
  const periods = Math.ceil(left / own.period_ms)
  return { ms: left - Math.max(0, periods - 1) * own.period_ms, periods }
}

const DAY_MS = 86_400_000

/** `2 d 4 h`, `5:03`, `1:02:03`; tenths in the last twenty seconds: `0:09.4`. */
export function formatTime(ms: number): string {
  if (ms >= DAY_MS) return `${String(Math.floor(ms / DAY_MS))} d ${String(Math.floor((ms % DAY_MS) / 3_600_000))} h`
  const pad = (value: number): string => String(value).padStart(2, '0')
  const tenths = Math.floor(ms / 100)
  const seconds = ms < 20_000 ? Math.floor(tenths / 10) : Math.ceil(ms / 1000)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const tail = ms < 20_000 ? `.${String(tenths % 10)}` : ''
  return (hours ? `${String(hours)}:${pad(minutes)}` : String(minutes)) + `:${pad(seconds % 60)}${tail}`
}
