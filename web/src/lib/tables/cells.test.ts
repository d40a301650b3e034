import { expect, test } from 'vitest'
import { cellFrom, cellOf, layoutOf, placementOf, rowsOf, spotOf } from './cells'
import { diceOf } from './dice'
import { cubeSpot, MIDDLE } from './drawing'
import { readPosition, withoutDice } from './position-text'
import { discsOf, shieldsOf } from './stack'
import { track } from './tracked'

const start = 'kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk 52'

const black = layoutOf('black', true)
const white = layoutOf('white', true)

test('each side sees the points of its seat near it (G-1b)', () => {
  expect(spotOf('1', black)).toEqual({ row: 1, column: 1 })
  expect(spotOf('12', black)).toEqual({ row: 1, column: 13 })
  expect(spotOf('13', black)).toEqual({ row: 0, column: 13 })
  expect(spotOf('13', white)).toEqual({ row: 1, column: 0 })
  expect(spotOf('24', white)).toEqual({ row: 1, column: 12 })
  expect(rowsOf(white).map((row) => row.length)).toEqual([14, 14])
})

test('in backgammon the own home is near and at the right, for both', () => {
  const [far, near] = rowsOf(layoutOf('white', false))
  expect(near?.slice(-7)).toEqual(['6', '5', '4', '3', '2', '1', 'off:white'])
  expect(near?.[0]).toBe('12')
  expect(far?.[0]).toBe('13')
  const [, blacks] = rowsOf(layoutOf('black', false))
  expect(blacks?.at(-1)).toBe('off:black')
  expect(blacks?.at(-2)).toBe('24')
})

test.each([['white', true], ['white', false], ['black', true], ['black', false]] as const)(
  'the homes are where they are wanted, and nothing else changes: %s, facing: %s',
  (near, facing) => {
    const seated = rowsOf(layoutOf(near, facing))
    const right = rowsOf(layoutOf(near, facing, 'right'))
    const left = rowsOf(layoutOf(near, facing, 'left'))
    expect(right.map((row) => row.at(-1)?.slice(0, 3))).toEqual(['off', 'off'])
    expect(left).toEqual(right.map((row) => [...row].reverse()))
    expect(near === 'black' && facing ? left : right).toEqual(seated)
    expect(cellFrom('6', 1, 0, layoutOf(near, facing, 'right'))).toBe('5')
    expect(cellFrom('6', 1, 0, layoutOf(near, facing, 'left'))).toBe('bar:black')
  },
)

test('the cube lies in the middle, or nearer to its owner', () => {
  const middle = cubeSpot(null, white)
  expect(middle).toEqual({ x: 70 - 5, y: MIDDLE })
  expect(cubeSpot('white', white).y).toBeGreaterThan(MIDDLE)
  expect(cubeSpot('black', white).y).toBeLessThan(MIDDLE)
  expect(cubeSpot('black', black).y).toBeGreaterThan(MIDDLE)
})

test('steps follow the eye and stop at the edge', () => {
  expect(cellFrom('6', 1, 0, black)).toBe('bar:black')
  expect(cellFrom('6', 0, -1, black)).toBe('19')
  expect(cellFrom('13', 1, 0, black)).toBe('13')
})

test('a position text is read, dice included', () => {
  const setup = readPosition(start)
  expect(setup.points[23]).toBe('KQR')
  expect(setup.points[4]).toBe('')
  expect(setup.dice).toEqual([5, 2])
  expect(readPosition('24 Pp K b -').mover).toBe('black')
  expect(placementOf(readPosition('24 Pp K b -'))).toMatchObject({ 'bar:white': 'P', 'bar:black': 'p', 'off:white': 'K' })
  expect(cellOf('off', 'black')).toBe('off:black')
})

test('a crowded point counts equal pieces', () => {
  expect(discsOf('RPPPP')).toHaveLength(5)
  expect(discsOf('RPPPPP')).toEqual([
    { letter: 'R', slot: 0, count: 1 },
    { letter: 'P', slot: 1, count: 5 },
  ])
})

test('as many pieces are marked as are protected', () => {
  expect(shieldsOf('RPPP', 'PP')).toEqual([
    { slot: 1, height: 4, count: '' },
    { slot: 2, height: 4, count: '' },
  ])
  expect(shieldsOf('KQR', 'QR').map(({ slot }) => slot)).toEqual([1, 2])
  // A disc that stands for several says how many of them.
  expect(shieldsOf('RPPPPP', 'PP')).toEqual([{ slot: 1, height: 2, count: '2' }])
  expect(shieldsOf('RP', '')).toEqual([])
})

test('a piece that moves keeps its identity', () => {
  const before = track([], { '6': 'NP', '8': 'P' })
  const after = track(before, { '6': 'P', '8': 'NP' })
  const idOf = (pieces: typeof before, letter: string, cell: string) =>
    pieces.find((piece) => piece.letter === letter && piece.cell === cell)?.id
  expect(idOf(after, 'N', '8')).toBe(idOf(before, 'N', '6'))
  expect(idOf(after, 'P', '6')).toBe(idOf(before, 'P', '6'))
})

test('dice are used one by one, and lost at the end', () => {
  expect(diceOf([5, 2], [2], false)).toEqual([
    { face: 5, state: 'left' },
    { face: 2, state: 'used' },
  ])
  expect(diceOf([3, 3], [3, 3], true).map(({ state }) => state)).toEqual(['used', 'used', 'lost', 'lost'])
})

test('a position before its roll keeps its turns without progress', () => {
  expect(withoutDice('24 - - w -')).toBe('24 - - w -')
  expect(withoutDice('24 - - w - 52')).toBe('24 - - w -')
  expect(withoutDice('24 - - w - 52 7')).toBe('24 - - w - - 7')
  expect(readPosition('24 - - w - - 7').dice).toBeNull()
})
