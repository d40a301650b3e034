// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import { api, ApiError } from '$lib/api/client'
import type { CheckedPosition } from '$lib/api/types/game'
import { speech } from '$lib/i18n.svelte'
import { render, screen, waitFor } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rulebook, START } from '../../testing/classic'
import PositionEditor from './PositionEditor.svelte'

const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1'
const check = vi.spyOn(api, 'checkPosition')

/** The editor at a position, and how its text stands. */
function edit(position: string | null, judged = true) {
  const props = $state({ rulebook, position, judged })
  render(PositionEditor, {
    rulebook,
    judged,
    get position() {
      return props.position
    },
    set position(text: string | null) {
      props.position = text
    },
  })
  return { user: userEvent.setup(), text: () => props.position }
}
const square = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-cell="${name}"]`)
  if (!found) throw new Error(`no square ${name}`)
  return found
}
/** Chooses a square by the keyboard, as no layout is known here. */
async function put(user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> {
  square(name).focus()
  await user.keyboard('{Enter}')
}

beforeEach(() => {
  speech.lang = 'es'
  check.mockReset()
  check.mockReturnValue(new Promise(() => undefined))
})
afterEach(() => {
  vi.clearAllMocks()
})

describe('the editor of positions', () => {
  test('places the chosen piece, and one of the other side over it', async () => {
    const { user, text } = edit(EMPTY)
    await user.click(screen.getByRole('button', { name: 'dama blanca' }))
    expect(screen.getByRole('button', { name: 'dama blanca' }).getAttribute('aria-pressed')).toBe('true')
    await put(user, 'd4')
    expect(text()).toBe('8/8/8/8/3Q4/8/8/8 w - - 0 1')
    expect(square('d4').getAttribute('aria-label')).toBe('d4, dama blanca')
    await user.click(screen.getByRole('button', { name: 'caballo negro' }))
    await put(user, 'd4')
    expect(text()).toBe('8/8/8/8/3n4/8/8/8 w - - 0 1')
  })

  test('removes a piece: with the eraser, and by placing the same again', async () => {
    const { user, text } = edit('8/8/8/8/3Q3k/8/8/8 w - - 0 1')
    await user.click(screen.getByRole('button', { name: 'Borrar' }))
    await put(user, 'h4')
    expect(text()).toBe('8/8/8/8/3Q4/8/8/8 w - - 0 1')
    await user.click(screen.getByRole('button', { name: 'dama blanca' }))
    await put(user, 'd4')
    expect(text()).toBe(EMPTY)
  })

  test('begins with the start of the rulebook, empties the board and goes back', async () => {
    const { user, text } = edit(null)
    expect(square('e1').getAttribute('aria-label')).toBe('e1, rey blanco')
    await user.click(screen.getByRole('button', { name: 'Vaciar el tablero' }))
    expect(text()).toBe(EMPTY)
    await user.click(screen.getByRole('button', { name: 'Posición inicial' }))
    expect(text()).toBeNull()
    expect(square('e1').getAttribute('aria-label')).toBe('e1, rey blanco')
  })

  test('sets the side to move, and the rights to castle one by one', async () => {
    const { user, text } = edit(START)
    await user.click(screen.getByRole('radio', { name: 'Negras' }))
    expect(text()).toBe(START.replace(' w ', ' b '))
    const rights = screen.getAllByRole<HTMLInputElement>('checkbox')
    expect(rights.map(({ checked }) => checked)).toEqual([true, true, true, true])
    for (const right of rights.slice(0, 3)) await user.click(right)
    expect(text()).toBe(START.replace(' w KQkq ', ' b q '))
  })

  test('forgets a capture in passing that a moved pawn made possible', async () => {
    const { user, text } = edit('8/8/8/8/4P3/8/8/8 b - e3 0 1')
    await user.click(screen.getByRole('button', { name: 'rey negro' }))
    await put(user, 'a8')
    expect(text()).toBe('k7/8/8/8/4P3/8/8/8 b - - 0 1')
  })

  test('says in words why a position is none, until it has been changed', async () => {
    const message = 'Las Blancas no tienen rey.'
    check.mockRejectedValue(new ApiError(400, { reason: 'kings', message, clause: null, places: [] }, null))
    const { user } = edit(EMPTY)
    const field = screen.getByRole<HTMLInputElement>('textbox')
    await waitFor(() => { expect(screen.getByRole('alert').textContent).toBe(message) })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(check.mock.calls.at(-1)).toEqual(['clasico', EMPTY, {}])
    check.mockReturnValue(new Promise(() => undefined))
    await user.clear(field)
    await user.type(field, START)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field.getAttribute('aria-invalid')).toBe('false')
    expect(square('e1').getAttribute('aria-label')).toBe('e1, rey blanco')
  })

  test('says what was passed over to read a position', async () => {
    const note = 'Falta la torre del enroque K.'
    check.mockResolvedValue({ notes: [note] } as CheckedPosition)
    edit('4k3/8/8/8/8/8/8/4K3 w K - 0 1')
    await waitFor(() => { expect(screen.getByRole('status').textContent).toBe(note) })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows no text where the position is judged elsewhere', () => {
    edit(EMPTY, false)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(check).not.toHaveBeenCalled()
  })
})
