import { expect, test } from 'vitest'
import type { Step, Steps } from '../api/types'
import { applyStep, stepsBetween, targetsOf } from './targets'

const step = (token: string, choice: string, effects: Step['effects']): Step => ({
  token,
  label: token,
  labels: { es: token, en: token },
  origin: token.slice(0, 2),
  target: token.slice(2, 4),
  choice,
  effects,
})

const steps: Steps = {
  options: [
    step('a1a8', 'R', [['a1', 'R', ''], ['a8', '', 'R']]),
    step('a1a8q', 'Q', [['a1', 'R', ''], ['a8', '', 'Q']]),
    step('a1a2', '', [['a1', 'R', ''], ['a2', '', 'R']]),
  ],
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
