import { expect, test } from 'vitest'
import { isDark, isOnBoard, placeOf, rowsOf, stepFrom } from './squares'

const board = { files: 8, ranks: 8 }

test('a1 is dark and lies at the lower left of White', () => {
  expect(isDark('a1')).toBe(true)
  expect(isDark('h1')).toBe(false)
  expect(placeOf('a1', board, 'white')).toEqual({ column: 0, row: 7 })
  expect(placeOf('a1', board, 'black')).toEqual({ column: 7, row: 0 })
})

test('rows are listed as they are seen', () => {
  expect(rowsOf({ files: 2, ranks: 3 }, 'white')).toEqual([['a3', 'b3'], ['a2', 'b2'], ['a1', 'b1']])
  expect(rowsOf({ files: 2, ranks: 3 }, 'black')).toEqual([['b1', 'a1'], ['b2', 'a2'], ['b3', 'a3']])
})

test('steps follow the eye and stop at the edge', () => {
  expect(stepFrom('e4', 0, -1, board, 'white')).toBe('e5')
  expect(stepFrom('e4', 0, -1, board, 'black')).toBe('e3')
  expect(stepFrom('h8', 1, 0, board, 'white')).toBe('h8')
})

test('ranks of two digits are read', () => {
  expect(stepFrom('a10', 1, 1, { files: 9, ranks: 10 }, 'white')).toBe('b9')
})

test('squares beyond the edge are none', () => {
  expect(isOnBoard('h8', board)).toBe(true)
  expect(isOnBoard('i1', board)).toBe(false)
  expect(isOnBoard('a0', board)).toBe(false)
})
