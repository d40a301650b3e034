/** What a clock shows between two messages of the server. */

import type { ClockState, Side } from '../api/types'

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
  const free = clock.kind === 'delay' ? clock.increment_ms : 0
  return Math.max(0, left - Math.max(0, now - clock.at - free))
}

/** `5:03`, `1:02:03`; tenths in the last twenty seconds: `0:09.4`. */
export function formatTime(ms: number): string {
  const pad = (value: number): string => String(value).padStart(2, '0')
  const tenths = Math.floor(ms / 100)
  const seconds = ms < 20_000 ? Math.floor(tenths / 10) : Math.ceil(ms / 1000)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const tail = ms < 20_000 ? `.${String(tenths % 10)}` : ''
  return (hours ? `${String(hours)}:${pad(minutes)}` : String(minutes)) + `:${pad(seconds % 60)}${tail}`
}
