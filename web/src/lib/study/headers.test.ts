import { expect, test } from 'vitest'
import { isHeaderName, otherNames, withHeader } from './headers'

test('a header is set, changed and taken away; the others stay', () => {
  const first = withHeader({ White: 'Ana' }, 'Opening', 'King’s Gambit')
  expect(first).toEqual({ White: 'Ana', Opening: 'King’s Gambit' })
  expect(withHeader(first, 'White', 'Eva')).toEqual({ White: 'Eva', Opening: 'King’s Gambit' })
  expect(withHeader(first, 'Opening', '')).toEqual({ White: 'Ana' })
  expect(withHeader(first, 'Nothing', '')).toEqual(first)
})

test('what is not asked for has an order of its own, whichever was changed last', () => {
  const headers = { Opening: 'a', White: 'Ana', ECO: 'b' }
  expect(otherNames(headers)).toEqual(['ECO', 'Opening'])
  expect(otherNames(withHeader(headers, 'ECO', 'c'))).toEqual(['ECO', 'Opening'])
})

test.each([
  ['White', true],
  ['White_Elo2', true],
  ['x'.repeat(40), true],
  ['x'.repeat(41), false],
  ['2nd', false],
  ['dos palabras', false],
  ['Año', false],
  ['', false],
])('%j names a header: %s', (name, is) => {
  expect(isHeaderName(name)).toBe(is)
})
