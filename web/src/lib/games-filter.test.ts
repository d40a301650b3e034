import { expect, test } from 'vitest'
import { GamesFilter } from './games-filter.svelte'

test.each([
  ['', {}],
  ['?opponent=N%C3%BA%C3%B1ez+%26+co&rulebook=clasico', { opponent: 'Núñez & co', rulebook: 'clasico' }],
  ['?show=finished&result=won&since=2026-01-31&until=2026-02-01', { result: 'won' }],
])('the address %s says what is looked for', (search, criteria) => {
  const filter = new GamesFilter(search)
  expect(filter.search).toBe(search)
  expect(filter.criteria).toMatchObject(criteria)
})

test('days begin at midnight, and the last one counts', () => {
  const { criteria } = new GamesFilter('?show=finished&since=2026-02-28&until=2026-02-28')
  expect(criteria.since).toBe(new Date(2026, 1, 28).getTime())
  expect(criteria.until).toBe(new Date(2026, 2, 1).getTime())
})

test('what is no answer is not asked', () => {
  const filter = new GamesFilter('?show=best&result=9&since=yesterday&until=')
  expect(filter.search).toBe('')
  expect(filter.filtered).toBe(false)
})

test('what only finished games have is not asked of others', () => {
  const filter = new GamesFilter('?show=finished&opponent=eva&result=lost')
  filter.show = 'running'
  expect(filter.criteria).toEqual({ opponent: 'eva', rulebook: undefined })
  expect(filter.search).toBe('?opponent=eva')
  filter.show = 'all'
  expect(filter.criteria).toEqual({})
  filter.show = 'finished'
  filter.clear()
  expect(filter.filtered).toBe(false)
})
