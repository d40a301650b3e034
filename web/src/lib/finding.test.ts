import { expect, test } from 'vitest'
import { Finding } from './finding.svelte'

test.each([
  ['', {}],
  ['?opponent=N%C3%BA%C3%B1ez+%26+co&rulebook=clasico', { opponent: 'Núñez & co', rulebook: 'clasico' }],
  ['?show=finished&result=won&since=2026-01-31&until=2026-02-01', { result: 'won' }],
])('the address %s says what is looked for', (search, marks) => {
  const finding = new Finding(search)
  expect(finding.search).toBe(search)
  expect(finding.marks).toMatchObject(marks)
})

test('days begin at midnight, and the last one counts', () => {
  const { marks } = new Finding('?show=finished&since=2026-02-28&until=2026-02-28')
  expect(marks.since).toBe(new Date(2026, 1, 28).getTime())
  expect(marks.until).toBe(new Date(2026, 2, 1).getTime())
})

test('what is no answer is not asked', () => {
  const finding = new Finding('?show=best&result=9&since=yesterday&until=')
  expect(finding.search).toBe('')
  expect(finding.filtered).toBe(false)
})

test('what only finished games have is not asked of others', () => {
  const finding = new Finding('?show=finished&opponent=eva&result=lost')
  finding.show = 'running'
  expect(finding.marks).toEqual({ opponent: 'eva', rulebook: undefined })
  expect(finding.search).toBe('?opponent=eva')
  finding.show = 'all'
  expect(finding.marks).toEqual({})
  finding.show = 'finished'
  finding.clear()
  expect(finding.filtered).toBe(false)
})
