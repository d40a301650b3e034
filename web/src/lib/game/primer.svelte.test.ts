// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { api, NetworkError } from '../api/client'
import type { GameView } from '../api/types/game'
import type { Brief } from '../api/types/manual'
import { Primer } from './primer.svelte'

const item = (text: string) => ({ text, clause: null })
const brief = {
  goal: 'The goal.',
  courses: [
    { text: 'White runs down.', arrows: [['24', '1']] },
    { text: 'Black runs up.', arrows: [['1', '24']] },
  ],
  points: [],
  pieces: { K: [item('One point a die.')], P: [item('Forward only.')] },
} as unknown as Brief
const ask = vi.spyOn(api, 'briefOfGame')
const primerOf = (id: string, plays = true): Primer => new Primer(() => ({ id: 'g', rulebook: { id } }) as GameView<unknown>, plays)

beforeEach(() => {
  localStorage.clear()
  ask.mockReset()
  ask.mockResolvedValue(brief)
})

test('it is there until it is dismissed, for each rulebook by itself', async () => {
  const primer = primerOf('chessgammon')
  expect(primer.open).toBe(true)
  await vi.waitFor(() => { expect(primer.brief).toBe(brief) })
  expect(primer.courses(['black'])).toEqual(['Black runs up.'])
  expect(primer.arrows('white')).toEqual([['24', '1']])
  expect(primer.arrows(null)).toEqual([])
  primer.set(false)
  expect(primer.arrows('white')).toEqual([])
  expect(primerOf('chessgammon').open).toBe(false)
  expect(primerOf('backgammon').open).toBe(true)
  primer.set(true)
  expect(primerOf('chessgammon').open).toBe(true)
})

test('once the game is over its result has the place of the goal', async () => {
  const view = { id: 'g', rulebook: { id: 'chessgammon' }, outcome: { result: '0-1' } } as unknown as GameView<unknown>
  const primer = new Primer(() => view, true)
  await vi.waitFor(() => { expect(primer.brief).toBe(brief) })
  expect(primer.open).toBe(true)
  expect(primer.leads).toBe(false)
  expect(primer.arrows('white')).toEqual([])
  primer.pick(['P'])
  expect(primer.cards).toEqual([])
  primer.ask(['P'])
  expect(primer.cards).toHaveLength(1)
})

test('a card that is open when the game ends does not stay over what follows', async () => {
  const view = $state<{ id: string; rulebook: { id: string }; outcome: object | null }>({ id: 'g', rulebook: { id: 'x' }, outcome: null })
  const primer = new Primer(() => view as unknown as GameView<unknown>, true)
  await vi.waitFor(() => { expect(primer.brief).toBe(brief) })
  primer.ask(['P'])
  expect(primer.cards).toHaveLength(1)
  view.outcome = { result: '1-0' }
  expect(primer.cards).toEqual([])
})

test('who only watches is told nothing unasked, and nothing is loaded', () => {
  expect(primerOf('chessgammon', false).open).toBe(false)
  expect(ask).not.toHaveBeenCalled()
})

test('cards tell of what is picked while it is open, and of what is asked about always', async () => {
  const primer = primerOf('chessgammon')
  await vi.waitFor(() => { expect(primer.brief).toBe(brief) })
  primer.pick(['p'])
  expect(primer.cards.map(({ letter }) => letter)).toEqual(['P'])
  primer.ask(['k', 'k', 'X'])
  expect(primer.cards.map(({ letter }) => letter)).toEqual(['K'])
  primer.ask([])
  primer.set(false)
  expect(primer.cards).toEqual([])
  primer.ask(['p'])
  expect(primer.cards[0]?.items).toEqual([item('Forward only.')])
})

test('without an answer nothing is shown; who asks again may get one', async () => {
  ask.mockRejectedValue(new NetworkError('no answer'))
  const primer = primerOf('chessgammon')
  await vi.waitFor(() => { expect(primer.failed).toBe(true) })
  ask.mockResolvedValue(brief)
  primer.ask(['K'])
  await vi.waitFor(() => { expect(primer.cards).toHaveLength(1) })
  expect(primer.failed).toBe(false)
})

test('what was kept by another version does not count', () => {
  localStorage.setItem('axedrez.primed', '{"chessgammon": true}')
  expect(primerOf('chessgammon').open).toBe(true)
})
