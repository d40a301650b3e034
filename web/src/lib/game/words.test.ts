// @vitest-environment happy-dom
import { speech } from '$lib/i18n.svelte'
import { beforeEach, expect, test } from 'vitest'
import { resultSentence } from './words'

beforeEach(() => {
  speech.lang = 'es'
})

test.each([
  ['checkmate', 'Ha ganado por jaque mate', 'Ha perdido por jaque mate'],
  ['resignation', 'Ha ganado por abandono del rival', 'Ha perdido: ha abandonado'],
  ['borne_off', 'Ha ganado por haber sacado todo lo necesario', 'Ha perdido: el rival ha sacado antes todo lo necesario'],
  ['time', 'Ha ganado por tiempo agotado', 'Ha perdido por tiempo agotado'],
])('an end by %s is told to each side in its own words', (reason, won, lost) => {
  expect(resultSentence('1-0', reason, 'white')).toBe(won)
  expect(resultSentence('1-0', reason, 'black')).toBe(lost)
  expect(resultSentence('0-1', reason, 'white')).toBe(lost)
})

test('who only watches hears of both', () => {
  expect(resultSentence('0-1', 'resignation')).toBe('Negras ganan por abandono del rival')
  expect(resultSentence('1/2-1/2', 'agreement', 'white')).toBe('Tablas por acuerdo de los jugadores')
})
