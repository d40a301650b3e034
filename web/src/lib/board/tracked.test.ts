import { expect, test } from 'vitest'
import { track } from './tracked'

const from = (pieces: Record<string, string>) => track([], pieces)
const idAt = (pieces: ReturnType<typeof track>, square: string) => pieces.find((piece) => piece.square === square)?.id

test('a moved piece keeps its identity', () => {
  const before = from({ e2: 'P', e7: 'p', d2: 'P' })
  const after = track(before, { e4: 'P', e7: 'p', d2: 'P' })
  expect(idAt(after, 'e4')).toBe(idAt(before, 'e2'))
  expect(idAt(after, 'd2')).toBe(idAt(before, 'd2'))
})

test('castling moves both pieces', () => {
  const before = from({ e1: 'K', h1: 'R', a1: 'R' })
  const after = track(before, { g1: 'K', f1: 'R', a1: 'R' })
  expect(idAt(after, 'g1')).toBe(idAt(before, 'e1'))
  expect(idAt(after, 'f1')).toBe(idAt(before, 'h1'))
})

test('a captured piece goes, a promoted one is new', () => {
  const before = from({ a7: 'P', b8: 'n' })
  const after = track(before, { b8: 'Q' })
  expect(after).toHaveLength(1)
  expect(before.map(({ id }) => id)).not.toContain(idAt(after, 'b8'))
})
