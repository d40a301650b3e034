import { expect, test } from 'vitest'
import { numberBefore, pairsFrom, rowEnd, rowsOfMoves, type Pairs } from './move-numbers'

const white: Pairs = { first: 'white', number: 1 }
const black: Pairs = { first: 'black', number: 12 }

test('White and Black share a number, from wherever the game began', () => {
  expect([1, 2, 3, 4].map((ply) => numberBefore(white, ply))).toEqual(['1.', '1…', '2.', '2…'])
  expect([1, 2, 3].map((ply) => numberBefore(black, ply))).toEqual(['12…', '13.', '13…'])
})

test('a row ends with the move of Black', () => {
  expect([1, 2, 3].map((ply) => rowEnd(white, ply))).toEqual([2, 2, 4])
  expect([1, 2, 3].map((ply) => rowEnd(black, ply))).toEqual([1, 3, 3])
})

test('rows leave a place free where Black began', () => {
  expect(rowsOfMoves(['e4', 'e5', 'Nf3'], white)).toEqual([
    { number: 1, cells: ['e4', 'e5'] },
    { number: 2, cells: ['Nf3'] },
  ])
  expect(rowsOfMoves(['e5', 'Nf3'], black)).toEqual([
    { number: 12, cells: [null, 'e5'] },
    { number: 13, cells: ['Nf3'] },
  ])
  expect(rowsOfMoves([], black)).toEqual([])
})

test('a position says who begins, and with which number', () => {
  expect(pairsFrom('8/8/8/8/8/8/8/8 b - - 3 17')).toEqual({ first: 'black', number: 17 })
})
