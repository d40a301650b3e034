import { expect, test } from 'vitest'
import { cut } from './prose'

test('a text is cut at its spans and nothing is lost', () => {
  const text = 'El ♔ rey da jaque'
  const pieces = cut(text, [
    { start: 5, end: 8 },
    { start: 12, end: 17 },
  ])
  expect(pieces.map((piece) => piece.text)).toEqual(['El ♔ ', 'rey', ' da ', 'jaque'])
  expect(pieces.map((piece) => piece.of !== null)).toEqual([false, true, false, true])
  expect(cut(text, []).map((piece) => piece.text)).toEqual([text])
  // A sign beyond the first 65,536 is one sign, not two.
  expect(cut('🀄 rey', [{ start: 2, end: 5 }])[1]?.text).toBe('rey')
})
