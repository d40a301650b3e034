import { expect, test, vi } from 'vitest'
import type { ClockState } from '../api/types'
import { formatTime, onOurTime, timeLeft } from './clock'

const clock: ClockState = {
  kind: 'fischer',
  initial_ms: 60_000,
  increment_ms: 3000,
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

test('a delay clock waits first', () => {
  expect(timeLeft({ ...clock, kind: 'delay' }, 'white', 1_002_000)).toBe(30_000)
  expect(timeLeft({ ...clock, kind: 'delay' }, 'white', 1_005_000)).toBe(28_000)
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
  [9_430, '0:09.4'],
  [0, '0:00.0'],
])('%i ms is shown as %s', (ms, text) => {
  expect(formatTime(ms)).toBe(text)
})
