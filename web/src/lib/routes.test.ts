import { expect, test } from 'vitest'
import { parentOf, readRoute, to } from './routes'

test.each([
  ['/', { name: 'start' }],
  ['/games', { name: 'games' }],
  ['/manual', { name: 'manual' }],
  ['/manual/clasico', { name: 'rules', rulebook: 'clasico' }],
  ['/new/chess2d', { name: 'new', rulebook: 'chess2d' }],
  ['/game/1-2', { name: 'game', id: '1-2' }],
  ['/game', { name: 'missing' }],
  ['/game/1/2', { name: 'missing' }],
  ['/new/%E0%A4%A', { name: 'new', rulebook: '%E0%A4%A' }],
])('%s is read', (path, route) => {
  expect(readRoute(path)).toEqual(route)
})

test('addresses are read back', () => {
  expect(readRoute(to.newGame('a b'))).toEqual({ name: 'new', rulebook: 'a b' })
  expect(to.rules('clasico', 'C-14')).toBe('/manual/clasico#C-14')
  expect(to.rules('clasico', null)).toBe('/manual/clasico')
})

test('the screen above the rules is the manual', () => {
  expect(parentOf({ name: 'rules', rulebook: 'clasico' })).toBe('/manual')
  expect(parentOf({ name: 'game', id: '1' })).toBe('/')
})
