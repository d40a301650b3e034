import { expect, test } from 'vitest'
import { fill } from './fill'

test('placeholders are filled, unknown ones stay', () => {
  expect(fill('{a} y {b}', { a: 1 })).toBe('1 y {b}')
})

test('words that every object has are no values', () => {
  expect(fill('{toString}')).toBe('{toString}')
})
