import { expect, test, vi } from 'vitest'
import type { ClockSpec, ClockState } from '../api/types/clocks'
import { formatTime, onOurTime, shownTime, swapped, timeLeft } from './clock'

const clock: ClockState = {
  kind: 'fischer',
  initial_ms: 60_000,
  increment_ms: 3000,
  spec: { kind: 'fischer', initial_ms: 60_000, increment_ms: 3000 },
  white_ms: 30_000,
  black_ms: 40_000,
  running: 'white',
  at: 1_000_000,
  now: 1_000_000,
}

test('only the running clock loses time', () => {
  expect(timeLeft(clock, 'white', 1_010_000)).toBe(20_000)
  expect(timeLeft(clock, 'black', 1_010_000)).toBe(40_000)
})

test('a delay clock waits first, for each side as long as it has', () => {
  const spec: ClockSpec = { kind: 'delay', initial_ms: 60_000, increment_ms: 3000, black: { initial_ms: 60_000, increment_ms: 0 } }
  const delayed: ClockState = { ...clock, kind: 'delay', spec }
  expect(timeLeft(delayed, 'white', 1_002_000)).toBe(30_000)
  expect(timeLeft(delayed, 'white', 1_005_000)).toBe(28_000)
  expect(timeLeft({ ...delayed, running: 'black' }, 'black', 1_005_000)).toBe(35_000)
})

test('unequal time goes along when colours change', () => {
  const spec: ClockSpec = { kind: 'fischer', initial_ms: 60_000, increment_ms: 0, black: { initial_ms: 30_000, increment_ms: 1 } }
  expect(swapped(spec)).toEqual({
    kind: 'fischer',
    initial_ms: 30_000,
    increment_ms: 1,
    black: { initial_ms: 60_000, increment_ms: 0 },
  })
  expect(swapped({ kind: 'correspondence', days: 2 })).toEqual({ kind: 'correspondence', days: 2 })
})

test.each([
  [130_000, { ms: 40_000, periods: null }],
  [90_000, { ms: 30_000, periods: 3 }],
  [61_000, { ms: 1000, periods: 3 }],
  [60_000, { ms: 30_000, periods: 2 }],
  [0, { ms: 0, periods: 0 }],
])('of main time and three periods %i ms are left', (left, shown) => {
  const spec: ClockSpec = { kind: 'byoyomi', initial_ms: 60_000, periods: 3, period_ms: 30_000 }
  expect(shownTime(spec, 'white', left)).toEqual(shown)
})

test("another machine's clock may be wrong", () => {
  vi.useFakeTimers({ now: 5_000_000 })
  const ours = onOurTime({ ...clock, now: 1_004_000 })
  expect(timeLeft(ours, 'white', Date.now())).toBe(26_000)
  vi.useRealTimers()
})

test('time does not fall below zero', () => {
  expect(timeLeft(clock, 'white', 9_000_000)).toBe(0)
})

test.each([
  [300_000, '5:00'],
  [299_500, '5:00'],
  [3_661_000, '1:01:01'],
  [187_200_000, '2 d 4 h'],
  [9_430, '0:09.4'],
  [0, '0:00.0'],
])('%i ms is shown as %s', (ms, text) => {
  expect(formatTime(ms)).toBe(text)
})
