import { expect, test } from 'vitest'
import type { SavedSheet } from '../api/types/sheets'
import { offered } from './choices'

const saved = ['a', 'b', 'c'].map((hash) => ({ hash }) as SavedSheet)
const hashes = (own: string[], wanted?: string): string[] => offered(saved, own, wanted).map(({ hash }) => hash)

test('one’s own sheets come in their order, then the one that is wanted; none twice', () => {
  expect(hashes(['c', 'gone', 'a'])).toEqual(['c', 'a'])
  expect(hashes(['c'], 'b')).toEqual(['c', 'b'])
  expect(hashes(['c', 'b'], 'b')).toEqual(['c', 'b'])
  expect(hashes([], 'clasico')).toEqual([])
})
