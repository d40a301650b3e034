import { expect, test } from 'vitest'
import type { Step, Steps } from '../api/types/board'
import { anywhere, applyStep, moved, reachable, stepNamed, stepsBetween, targetsOf } from './targets'

const step = (token: string, choice: string, effects: Step['effects']): Step => ({
  token,
  label: token,
  labels: { es: token, en: token },
  origin: token.slice(0, 2),
  target: token.slice(2, 4),
  choice,
  effects,
  told: [],
})

const steps: Steps = {
  options: [
    step('a1a8', 'R', [['a1', 'R', ''], ['a8', '', 'R']]),
    step('a1a8q', 'Q', [['a1', 'R', ''], ['a8', '', 'Q']]),
    step('a1a2', '', [['a1', 'R', ''], ['a2', '', 'R']]),
  ],
  protected: [],
  lost: [],
  confirmable: false,
  refused: [
    {
      token: 'e1e2',
      origin: 'e1',
      target: 'e2',
      reason: 'leaves_in_check',
      clause: 'C-5',
      places: ['e8'],
      message: { es: '', en: '' },
    },
  ],
}

test('a rulebook that warns lets refused steps be tried; others only explain them', () => {
  expect(targetsOf(steps, 'warn').get('e1')?.get('e2')).toBe('try')
  expect(targetsOf(steps, 'prevent').get('e1')?.get('e2')).toBe('explain')
  expect([...(targetsOf(steps, 'prevent').get('a1') ?? [])]).toEqual([['a8', 'move'], ['a2', 'move']])
})

test('two steps between the same squares are a choice', () => {
  expect(stepsBetween(steps, 'a1', 'a8').map(({ choice }) => choice)).toEqual(['R', 'Q'])
  expect(stepsBetween(steps, 'a1', 'a2')).toHaveLength(1)
})

test('a step is drawn by its effects, on a copy', () => {
  const pieces = { a1: 'R', e1: 'K' }
  const [, promotion] = steps.options
  expect(promotion && applyStep(pieces, promotion)).toEqual({ a8: 'Q', e1: 'K' })
  expect(pieces).toEqual({ a1: 'R', e1: 'K' })
})

test('while nothing is known every piece goes anywhere but to its own side', () => {
  const targets = anywhere({ a1: 'R', b1: 'K', a2: 'r' }, ['a1', 'b1', 'a2', 'b2'])
  expect([...(targets.get('a1')?.keys() ?? [])]).toEqual(['a2', 'b2'])
  expect([...(targets.get('a2')?.keys() ?? [])]).toEqual(['a1', 'b1', 'b2'])
  expect(targets.has('b2')).toBe(false)
})

test('a piece is put elsewhere on a copy', () => {
  const pieces = { a1: 'R', a2: 'r' }
  expect(moved(pieces, 'a1', 'a2')).toEqual({ a2: 'R' })
  expect(moved(pieces, 'b1', 'b2')).toEqual(pieces)
  expect(pieces).toEqual({ a1: 'R', a2: 'r' })
})

test('a side plans over whatever stands in its way, and drops where none of its own stands', () => {
  const reach = { moves: { R: { a1: { a2: '', a8: '' } } }, drops: { N: ['a1', 'a2', 'b1'] } }
  const targets = reachable(reach, { a1: 'R', a2: 'P', b1: 'r' }, { N: 1, P: 0 }, 'white')
  expect([...(targets.get('a1') ?? [])]).toEqual([['a2', 'premove'], ['a8', 'premove']])
  expect([...(targets.get('N@')?.keys() ?? [])]).toEqual(['b1'])
  expect([...targets.keys()]).toEqual(['a1', 'N@'])
})

test('a typed move is found with or without the signs of capture and check', () => {
  const takes = { ...step('c4d5', '', []), labels: { es: 'Axd5+', en: 'Bxd5+' } }
  const castles = { ...step('e1g1', '', []), labels: { es: 'O-O', en: 'O-O' } }
  const open = { ...steps, options: [takes, castles] }
  expect(stepNamed(open, 'Ad5', 'es')).toBe(takes)
  expect(stepNamed(open, 'c4d5', 'es')).toBe(takes)
  expect(stepNamed(open, '0-0', 'en')).toBe(castles)
  expect(stepNamed(open, 'O-O-O', 'en')).toBeUndefined()
})
