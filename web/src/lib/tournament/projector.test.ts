import { expect, test } from 'vitest'
import { pagesOf, shapeOf } from './projector'

const boards = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

test.each([
  [1, 1],
  [12, 1],
  [44, 1],
  [45, 2],
  [100, 3],
])('%i boards take %i pages', (count, pages) => {
  const found = pagesOf('pairings', boards(count))
  expect(found).toHaveLength(pages)
  expect(found.flat()).toEqual(boards(count))
  const { columns, rows } = shapeOf('pairings', count)
  expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(columns * rows)
})

test('nothing takes no page', () => {
  expect(pagesOf('standings', [])).toEqual([])
})

test('few lines are large', () => {
  expect(shapeOf('standings', 10).size).toBeGreaterThan(shapeOf('standings', 60).size)
})
