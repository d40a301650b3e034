// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import type { ExplorerView } from '$lib/api/types/explorer'
import { calls } from '$lib/explorer/calls'
import { speech } from '$lib/i18n.svelte'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import ExplorerPanel from './ExplorerPanel.svelte'

const found = { position: 'p', opening: { code: 'C20', name: 'King’s Pawn' }, games: 2, white: 1, draws: 0, black: 1, unknown: 0, moves: [], examples: [] }

/** The panel with its filters, of a collection; what was asked last. */
async function opened(materials: boolean) {
  vi.spyOn(calls, 'collections').mockResolvedValue([{ name: 'Torneos', games: 2 }])
  const explore = vi.spyOn(calls, 'explore').mockResolvedValue(found as unknown as ExplorerView)
  render(ExplorerPanel, { rulebook: 'clasico', position: 'p', materials, onplay: vi.fn() })
  const user = userEvent.setup()
  await user.click(screen.getByText('Explorador'))
  await user.click(await screen.findByText('Qué partidas cuentan'))
  await screen.findByRole('option', { name: 'Torneos (2)' })
  await user.selectOptions(screen.getByLabelText('Partidas'), ':Torneos')
  const asked = (wanted: object) => vi.waitFor(() => { expect(explore.mock.lastCall?.[0]).toMatchObject(wanted) })
  return { user, asked, last: () => explore.mock.lastCall?.[0] }
}

beforeEach(() => {
  speech.lang = 'es'
})

test('games are chosen by result, and by the side of a player once one is named', async () => {
  const { user, asked } = await opened(true)
  await user.selectOptions(screen.getByLabelText('Resultado'), 'Tablas')
  await asked({ collection: 'Torneos', result: '1/2-1/2', position: 'p' })
  const side = screen.getByLabelText<HTMLSelectElement>('Bando del jugador')
  expect(side.disabled).toBe(true)
  await user.type(screen.getByLabelText('Jugador'), 'nunez')
  await user.tab()
  expect(document.activeElement).toBe(side)
  await user.selectOptions(side, 'Negras')
  await asked({ result: '1/2-1/2', player: 'nunez', colour: 'black' })
  await user.click(screen.getByLabelText('En cualquier posición'))
  await asked({ player: 'nunez', anywhere: true })
  expect(await screen.findByText('2 partidas de este jugador.')).toBeTruthy()
  expect(screen.queryByText('C20')).toBeNull()
})

test('and by a material in place of the position, which has no opening', async () => {
  const { user, asked, last } = await opened(true)
  expect(await screen.findByText('2 partidas llegaron a esta posición.')).toBeTruthy()
  await user.type(screen.getByLabelText(/^Material en lugar de la posición/), 'KRkr')
  await user.tab()
  await asked({ material: 'KRkr' })
  expect(last()).not.toHaveProperty('position')
  expect(await screen.findByText('2 partidas tuvieron este material.')).toBeTruthy()
  expect(screen.queryByText('C20')).toBeNull()
})

test('games of the server are chosen by result only; those of dice have no material', async () => {
  const { user, asked } = await opened(false)
  expect(screen.queryByLabelText(/^Material/)).toBeNull()
  await user.selectOptions(screen.getByLabelText('Partidas'), 'server')
  expect(screen.queryByLabelText('Jugador')).toBeNull()
  await user.selectOptions(screen.getByLabelText('Resultado'), 'Negras ganan')
  await asked({ source: 'server', result: '0-1' })
})

test.each([['es', 'Explorador', 'Fuerza'], ['en', 'Explorer', 'Rating']] as const)('the games of the server tell how strong the players were, where it is known (%s)', async (lang, title, column) => {
  speech.lang = lang
  const move = { notation: 'e4', games: 1, white: 1, draws: 0, black: 0, unknown: 0, last_year: 2026 }
  const moves = [{ ...move, move: 'e2e4', rating: 1662 }, { ...move, move: 'd2d4', notation: 'd4', rating: null }]
  const examples = [{ game: 'g', number: null, white: 'Ana', black: '', white_rating: 1662, black_rating: null, result: '1-0', date: '2026.11.28', ply: null }]
  vi.spyOn(calls, 'collections').mockResolvedValue([])
  vi.spyOn(calls, 'explore').mockResolvedValue({ ...found, moves, examples } as unknown as ExplorerView)
  render(ExplorerPanel, { rulebook: 'clasico', position: 'p', onplay: vi.fn() })
  await userEvent.setup().click(screen.getByText(title))
  expect(await screen.findByRole('columnheader', { name: column })).toBeTruthy()
  expect(screen.getByRole('row', { name: /e4.*1662$/ })).toBeTruthy()
  expect(screen.getByRole('row', { name: /d4.*–$/ })).toBeTruthy()
  expect(screen.getByRole('link').textContent).toContain('Ana (1662)')
})
