import { expect, test } from 'vitest'
import { castlingOf, moveNumberOf, readHands, readPieces, turnOf, withCastling, withPieces, withTurn, writePieces } from './position-text'

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const size = { files: 8, ranks: 8 }

test('the placement is read and written back', () => {
  const pieces = readPieces(start)
  expect(pieces.e1).toBe('K')
  expect(pieces.e8).toBe('k')
  expect(Object.keys(pieces)).toHaveLength(32)
  expect(writePieces(pieces, size)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')
})

test('counts of empty squares may have two digits', () => {
  expect(readPieces('10K/11 w')).toEqual({ k2: 'K' })
  expect(writePieces({ k2: 'K' }, { files: 11, ranks: 2 })).toBe('10K/11')
})

test('fields change one by one', () => {
  expect(withTurn(start, 'black')).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1')
  expect(turnOf(withTurn(start, 'black'))).toBe('black')
  expect(castlingOf(withCastling(start, 'Kq'))).toBe('Kq')
  expect(castlingOf(withCastling(start, ''))).toBe('')
})

test('the move number is the last field', () => {
  expect(moveNumberOf('4k3/8/8/8/8/8/8/4K3 b - - 3 42')).toBe(42)
  expect(moveNumberOf('4k3/8/8/8/8/8/8/4K3 b - -')).toBe(1)
})

test('hands, checks and named fields are read past', () => {
  const text = 'rnb1k3/8/8/8/8/8/8/4K2N[QPPp] w - - 3+2 0 7 moves=2'
  expect(readHands(text)).toEqual({ white: { Q: 1, P: 2 }, black: { p: 1 } })
  expect(readPieces(text)).toEqual({ a8: 'r', b8: 'n', c8: 'b', e8: 'k', e1: 'K', h1: 'N' })
  expect(moveNumberOf(text)).toBe(7)
  expect(withPieces(text, { e1: 'K' }, size)).toBe('8/8/8/8/8/8/8/4K3[QPPp] w - - 3+2 0 7 moves=2')
  expect(readHands(start)).toBeNull()
})

test('a set-up board forgets the double step', () => {
  const after = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
  expect(withPieces(after, { e1: 'K', e8: 'k' }, size)).toBe('4k3/8/8/8/8/8/8/4K3 b KQkq - 0 1')
})
