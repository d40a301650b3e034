import type { PlayedMove } from '../api/types/game'
import type { Side } from '../api/types/words'
import { expect, test } from 'vitest'
import { fateOf } from './premove-fate'

const moves = (...by: Side[]): PlayedMove[] => by.map((side) => ({ by: side }) as PlayedMove)
const outcome = { result: '1-0', reason: 'resignation', clause: null, points: null } as const
const now = { drafted: false, canMove: false, waits: true }

test('a move waits for the opponent and is played when the turn comes', () => {
  expect(fateOf(2, { moves: moves('white'), outcome: null }, ['white'], now)).toBe('wait')
  expect(fateOf(2, { moves: moves('white', 'black'), outcome: null }, ['white'], { ...now, canMove: true })).toBe('play')
})

test('it waits until the opponent has made both moves of a turn', () => {
  expect(fateOf(2, { moves: moves('white', 'black'), outcome: null }, ['white'], now)).toBe('wait')
  expect(fateOf(2, { moves: moves('white', 'black', 'black'), outcome: null }, ['white'], { ...now, canMove: true })).toBe('play')
})

test('with the last move on its way it waits for the answer, and goes with it', () => {
  const drafted = { drafted: true, canMove: false, waits: false }
  expect(fateOf(1, { moves: [], outcome: null }, ['white', 'black'], drafted)).toBe('wait')
  expect(fateOf(1, { moves: moves('white'), outcome: null }, ['white', 'black'], { ...drafted, drafted: false, canMove: true })).toBe('play')
  // The move before it was refused.
  expect(fateOf(1, { moves: [], outcome: null }, ['white', 'black'], { ...drafted, drafted: false, canMove: true })).toBe('gone')
})

test('moves taken back, and moves made in another tab, end it', () => {
  expect(fateOf(3, { moves: moves('white'), outcome: null }, ['black'], { ...now, canMove: true })).toBe('gone')
  expect(fateOf(2, { moves: moves('white', 'black', 'white'), outcome: null }, ['white'], now)).toBe('gone')
})

test('the end of the game, or the switch, ends it without a word', () => {
  expect(fateOf(2, { moves: moves('white'), outcome }, ['white'], now)).toBe('forget')
  expect(fateOf(2, { moves: moves('white'), outcome: null }, ['white'], { ...now, waits: false })).toBe('forget')
})
