import { expect, test } from 'vitest'
import { at, difference, equal, put } from './data'

const base = { goal: { win: ['checkmate'], checks: 3 }, pieces: { knight: { movement: 'N' }, pawn: { movement: 'P' } } }

test('a place is read and changed, and the rest stays', () => {
  const changed = put(base, ['pieces', 'knight', 'movement'], 'NN')
  expect(at(changed, ['pieces', 'knight', 'movement'])).toBe('NN')
  expect(at(base, ['pieces', 'knight', 'movement'])).toBe('N')
  expect(at(changed, ['goal', 'win', 'x'])).toBeUndefined()
  expect(put(base, ['pieces', 'archer', 'movement'], 'D').pieces).toHaveProperty('archer.movement', 'D')
})

test('what differs is said as a sheet that extends the other', () => {
  const changed = put(put(base, ['goal', 'win'], ['checks']), ['pieces', 'knight'], undefined)
  expect(difference(base, changed)).toEqual({ goal: { win: ['checks'] }, pieces: { knight: false } })
  expect(difference(base, base)).toEqual({})
})

test('lists are compared by what they hold', () => {
  expect(equal(['a', 'b'], ['a', 'b'])).toBe(true)
  expect(equal(['a', 'b'], ['b', 'a'])).toBe(false)
  expect(equal({ a: null }, {})).toBe(false)
})
