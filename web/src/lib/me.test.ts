import { expect, test } from 'vitest'
import type { Player } from './api/types/game'
import { isOfComputers, mySides } from './me.svelte'

const seat = (person: string | null, kind: Player['kind'] = 'human'): Player => ({ kind, name: '', level: null, engine: null, person, bot: false })

test.each([
  ['two at one screen', seat(null), seat(null), ['white', 'black']],
  ['against the computer', seat(null), seat(null, 'computer'), ['white']],
  ['my game online', seat('eva'), seat('ana'), ['black']],
  ['a game of others', seat('eva'), seat('leo'), []],
  ['a guest at my screen', seat('ana'), seat(null), ['white', 'black']],
  ["a guest at another's screen", seat('eva'), seat(null), []],
])('%s', (_, white, black, sides) => {
  expect(mySides({ players: { white, black } }, 'ana')).toEqual(sides)
})

test('whoever is not known yet plays only where nobody in particular does', () => {
  expect(mySides({ players: { white: seat('eva'), black: seat('ana') } }, undefined)).toEqual([])
  expect(mySides({ players: { white: seat(null), black: seat(null) } }, undefined)).toEqual(['white', 'black'])
})

test('nobody sits where computers play each other', () => {
  const both = { white: seat(null, 'computer'), black: seat(null, 'computer') }
  expect([isOfComputers({ players: both }), mySides({ players: both }, 'ana')]).toEqual([true, []])
  expect(isOfComputers({ players: { ...both, white: seat(null) } })).toBe(false)
})
