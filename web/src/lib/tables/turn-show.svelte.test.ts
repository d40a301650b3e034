/** A turn is shown roll first, then step after step; whatever happens meanwhile, nothing is left half shown. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlayedMove } from '../api/types/game'
import { played } from '../../testing/classic'
import { stagesOf, TurnShow, type ShownTurn } from './turn-show.svelte'

const step = { label: '8/5', choice: '3', effects: [], told: 0 }
const turn = (ply: number, steps: number, position = `after ${String(ply)}`): PlayedMove => ({
  ...(played(...Array.from({ length: ply }, () => 'x'))[ply - 1] as PlayedMove),
  move: steps > 0 ? '8/5' : 'pass',
  position,
  roll: '31',
  steps: Array.from({ length: steps }, () => step),
})

let current: PlayedMove | undefined
let pace: number
let hidden: boolean
let seen: number
let told: string[]
let show: TurnShow

const words = ({ move, stage }: ShownTurn, rest: boolean): string => `${String(move.ply)}.${String(stage)}${rest ? '!' : ''}`

beforeEach(() => {
  vi.useFakeTimers()
  pace = 1000
  hidden = false
  seen = 0
  told = []
  show = new TurnShow({
    current: () => current,
    pace: () => pace,
    hidden: () => hidden,
    seen: () => seen,
    tell: (shown, rest) => told.push(words(shown, rest)),
  })
})

afterEach(() => {
  show.close()
  vi.useRealTimers()
})

const play = (move: PlayedMove): boolean => {
  current = move
  return show.arrive(move)
}
const wait = (ms: number): number | null => {
  vi.advanceTimersByTime(ms)
  return show.now?.stage ?? null
}

test('the roll comes first, then each step, a pace apart; then the game is seen as it stands', () => {
  expect(play(turn(1, 2))).toBe(true)
  expect(show.now).toMatchObject({ stage: 0, asked: false })
  expect([wait(999), wait(1), wait(1000), wait(999), wait(1)]).toEqual([0, 1, 2, 2, null])
  expect(told).toEqual(['1.0', '1.1', '1.2'])
})

test('a lost turn has one stage after the roll', () => {
  expect(stagesOf(turn(1, 0))).toBe(1)
  play(turn(1, 0))
  expect([wait(1000), wait(1000)]).toEqual([1, null])
  expect(told).toEqual(['1.0', '1.1'])
})

test('a roll that has been looked at already is not shown for as long again', () => {
  seen = 700
  play(turn(1, 1))
  expect([wait(299), wait(1)]).toEqual([0, 1])
  seen = 5000
  play(turn(2, 1))
  show.skip()
  play(turn(3, 1))
  expect(wait(0)).toBe(1)
})

test('at once: nothing is shown, and nothing told', () => {
  pace = 0
  expect(play(turn(1, 2))).toBe(false)
  expect(show.now).toBeNull()
  expect(told).toEqual([])
})

test('skipping ends it, tells what was not told yet, and each thing once', () => {
  play(turn(1, 3))
  wait(1000)
  expect(show.skip()).toBe(true)
  expect(show.now).toBeNull()
  expect(told).toEqual(['1.0', '1.1', '1.2!', '1.3!'])
  expect(wait(10_000)).toBeNull()
  expect(told).toHaveLength(4)
  expect(show.skip()).toBe(false)
})

test('a turn that comes while another one is shown is seen at once: the board never falls behind', () => {
  play(turn(1, 3))
  wait(1000)
  expect(play(turn(2, 2))).toBe(false)
  expect(show.now).toBeNull()
  expect(told).toEqual(['1.0', '1.1', '1.2!', '1.3!'])
  expect(play(turn(3, 1))).toBe(true)
  expect(told.at(-1)).toBe('3.0')
})

test('whatever else is on the board ends it at once: a move taken back, another move, an earlier one', () => {
  for (const other of [undefined, turn(1, 2), turn(2, 2, 'another way')]) {
    play(turn(2, 2))
    current = other
    expect(show.now).toBeNull()
    expect(wait(1000)).toBeNull()
    // The old turn does not come back.
    current = turn(2, 2)
    expect(show.now).toBeNull()
  }
})

test('a turn can be shown again, even where turns are not shown by themselves', () => {
  current = turn(4, 1)
  pace = 0
  show.again()
  expect(show.now).toMatchObject({ stage: 0, asked: true })
  expect([wait(1000), wait(1000)]).toEqual([1, null])
  expect(told).toEqual(['4.0', '4.1'])
  current = undefined
  show.again()
  expect(show.now).toBeNull()
})

test('a turn that comes while one is shown again is shown too', () => {
  current = turn(1, 2)
  show.again()
  expect(play(turn(2, 1))).toBe(true)
  expect(show.now).toMatchObject({ stage: 0, asked: false, move: { ply: 2 } })
})

test('what was played while nobody could see the page is shown when they come back, without telling it twice', () => {
  hidden = true
  expect(play(turn(1, 1))).toBe(false)
  expect(show.now).toBeNull()
  hidden = false
  show.comeBack()
  expect([show.now?.stage, wait(1000), wait(1000)]).toEqual([0, 1, null])
  expect(told).toEqual([])
  show.comeBack()
  expect(show.now).toBeNull()
})

test('what was played meanwhile is not shown if the game has gone on since', () => {
  hidden = true
  play(turn(1, 1))
  current = turn(2, 1)
  hidden = false
  show.comeBack()
  expect(show.now).toBeNull()
})
