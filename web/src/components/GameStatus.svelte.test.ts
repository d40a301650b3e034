// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import type { GameView } from '$lib/api/types/game'
import type { Side } from '$lib/api/types/words'
import type { GameStore } from '$lib/game/store.svelte'
import { speech } from '$lib/i18n.svelte'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { createRawSnippet } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { played } from '../testing/classic'
import GameStatus from './GameStatus.svelte'
import PlayerBar from './PlayerBar.svelte'

const BERSERK = 'Berserk (mitad de tiempo)'
const person = (id: string) => ({ kind: 'human', name: id, level: null, engine: null, person: id })

const game = (changes: Partial<GameView<unknown>>): GameView<unknown> =>
  ({
    rulebook: { id: 'clasico', offers: [] },
    players: { white: person('Ana'), black: person('Leo') },
    moves: [],
    berserk: [],
    offers: [],
    answer: null,
    claims: [],
    can: ['berserk'],
    turn: 'white',
    outcome: null,
    clock: null,
    ...changes,
  }) as unknown as GameView<unknown>

/** The status as it is seen by whoever plays these sides. */
function show(view: GameView<unknown>, sides: Side[] = ['black']) {
  const send = vi.fn().mockResolvedValue(undefined)
  const can = (what: string): boolean => view.can.includes(what) && sides.length > 0
  const store = { sides, send, can, sending: false, live: true, problem: null, company: null } as unknown as GameStore
  render(GameStatus, { store, view, turn: createRawSnippet(() => ({ render: () => '<span></span>' })) })
  return { send, button: () => screen.queryByRole('button', { name: BERSERK }) }
}

beforeEach(() => {
  speech.lang = 'es'
})

test('who may go berserk does so with the keyboard, inside the region that is read aloud', async () => {
  const { send, button } = show(game({ moves: played('e4') }))
  expect(button()?.closest('[aria-live=polite]')).not.toBeNull()
  const user = userEvent.setup()
  await user.tab()
  expect(document.activeElement).toBe(button())
  await user.keyboard('{Enter}')
  expect(send.mock.calls).toEqual([[{ type: 'berserk', side: 'black' }]])
})

test.each<[string, Partial<GameView<unknown>>, Side[]]>([
  ['the clock does not allow it', { can: [] }, ['black']],
  ['one has moved', { moves: played('e4', 'e5') }, ['black']],
  ['one plays so already', { berserk: ['black'] }, ['black']],
  ['one only looks on', {}, []],
])('there is no button where %s', (_, changes, sides) => {
  expect(show(game(changes), sides).button()).toBeNull()
})

test('what the opponent has done takes nothing away', () => {
  expect(show(game({ berserk: ['white'], moves: played('e4') })).button()).not.toBeNull()
})

test('a sign beside the clock says in words who plays with half the time', () => {
  const bar = { onfall: vi.fn(), children: createRawSnippet(() => ({ render: () => '<span></span>' })) }
  render(PlayerBar, { ...bar, view: game({ berserk: ['white'] }), side: 'white' })
  expect(screen.getByTitle('Blancas: berserk, mitad de tiempo').textContent).toContain('½')
  render(PlayerBar, { ...bar, view: game({ berserk: ['white'] }), side: 'black' })
  expect(screen.getAllByTitle(/berserk/)).toHaveLength(1)
})
