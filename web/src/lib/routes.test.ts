import { expect, test } from 'vitest'
import { parentOf, readRoute, readSpot, to, writeSpot } from './routes'

test.each([
  ['/', { name: 'start' }],
  ['/games', { name: 'games' }],
  ['/manual', { name: 'manual' }],
  ['/glossary', { name: 'glossary' }],
  ['/glossary/x', { name: 'missing' }],
  ['/manual/clasico/g-1', { name: 'rules', rulebook: 'clasico', game: 'g-1' }],
  ['/manual/clasico', { name: 'rules', rulebook: 'clasico' }],
  ['/new/chess2d', { name: 'new', rulebook: 'chess2d' }],
  ['/learn/chess2d', { name: 'learn', rulebook: 'chess2d' }],
  ['/learn', { name: 'missing' }],
  ['/exercises/chess2d', { name: 'exercises', rulebook: 'chess2d' }],
  ['/exercises', { name: 'missing' }],
  ['/game/1-2', { name: 'game', id: '1-2' }],
  ['/game', { name: 'missing' }],
  ['/lobby', { name: 'lobby' }],
  ['/person/1-2', { name: 'person', id: '1-2' }],
  ['/person', { name: 'missing' }],
  ['/ratings', { name: 'ratings' }],
  ['/ratings/x', { name: 'missing' }],
  ['/classroom', { name: 'classroom' }],
  ['/classroom/x', { name: 'missing' }],
  ['/classes', { name: 'classes' }],
  ['/classes/x', { name: 'missing' }],
  ['/class', { name: 'own-class' }],
  ['/class/join', { name: 'join' }],
  ['/class/1-2', { name: 'class', id: '1-2' }],
  ['/class/1-2/x', { name: 'missing' }],
  ['/tournaments', { name: 'tournaments', id: null, place: '' }],
  ['/tournaments/new', { name: 'tournaments', id: null, place: 'new' }],
  ['/tournaments/old', { name: 'missing' }],
  ['/tournament/1-2', { name: 'tournaments', id: '1-2', place: '' }],
  ['/tournament/1-2/player/3', { name: 'tournaments', id: '1-2', place: 'player/3' }],
  ['/tournament', { name: 'missing' }],
  ['/clubs', { name: 'clubs' }],
  ['/clubs/x', { name: 'missing' }],
  ['/club', { name: 'missing' }],
  ['/club/1-2', { name: 'club', id: '1-2' }],
  ['/account', { name: 'account' }],
  ['/settings', { name: 'settings' }],
  ['/settings/x', { name: 'missing' }],
  ['/mail/verify/a-b_1', { name: 'mail', act: 'verify', shown: 'a-b_1' }],
  ['/mail/off/a-b_1', { name: 'mail', act: 'off', shown: 'a-b_1' }],
  ['/mail/on/a', { name: 'missing' }],
  ['/invitation/1-2', { name: 'invitation', id: '1-2' }],
  ['/game/1/2', { name: 'missing' }],
  ['/modificado', { name: 'sheets' }],
  ['/modificado/0a1b', { name: 'sheet', hash: '0a1b' }],
  ['/modificado/edit/clasico', { name: 'edit', rulebook: 'clasico' }],
  ['/modificado/0a1b/x', { name: 'missing' }],
  ['/balance', { name: 'balance', rulebooks: [] }],
  ['/balance/clasico/chess2d', { name: 'balance', rulebooks: ['clasico', 'chess2d'] }],
  ['/balance/a/b/c', { name: 'missing' }],
  ['/new/%E0%A4%A', { name: 'new', rulebook: '%E0%A4%A' }],
])('%s is read', (path, route) => {
  expect(readRoute(path)).toEqual(route)
})

test('addresses are read back', () => {
  expect(readRoute(to.newGame('a b'))).toEqual({ name: 'new', rulebook: 'a b' })
  expect(readRoute(to.balance('a b', 'c'))).toEqual({ name: 'balance', rulebooks: ['a b', 'c'] })
  expect(to.rules('clasico', 'C-14')).toBe('/manual/clasico#C-14')
  expect(to.rules('clasico', 'C-14', 'g-1')).toBe('/manual/clasico/g-1#C-14')
  expect(to.rules('clasico', null)).toBe('/manual/clasico')
})

test.each([
  ['?ply=23&side=black', 23, 'black'],
  ['?ply=0', 0, null],
  ['?ply=-1&side=green', null, null],
  ['?ply=4e5', null, null],
  ['?ply=1234567890', null, null],
  ['?lang=en', null, null],
] as const)('the spot of %s', (search, ply, side) => {
  expect(readSpot(search)).toEqual({ ply, side })
})

test('a spot is written beside what else is asked for', () => {
  expect(to.game('1-2', { ply: 4, side: 'white' })).toBe('/game/1-2?ply=4&side=white')
  expect(to.game('1-2', { ply: null, side: null })).toBe('/game/1-2')
  expect(writeSpot({ ply: 0, side: null }, '?lang=en&side=black')).toBe('?lang=en&ply=0')
  expect(to.embed('1-2', '?lang=en')).toBe('/embed/1-2?lang=en')
})

test('the screen above the rules is the manual', () => {
  expect(parentOf({ name: 'rules', rulebook: 'clasico' })).toBe('/manual')
  expect(parentOf({ name: 'glossary' })).toBe('/manual')
  expect(parentOf({ name: 'sheet', hash: '0a' })).toBe('/modificado')
  expect(parentOf({ name: 'invitation', id: '1' })).toBe('/lobby')
  expect(parentOf({ name: 'game', id: '1' })).toBe('/')
})
