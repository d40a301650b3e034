// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import { announcer } from '$lib/announcer.svelte'
import { targetsOf } from '$lib/board/targets'
import { speech } from '$lib/i18n.svelte'
import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { scene, set, START, step, steps } from '../../testing/classic'
import Board from './Board.svelte'

const square = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[role="gridcell"][data-cell="${name}"]`)
  if (!found) throw new Error(`no square ${name}`)
  return found
}
const words = (name: string): string | null => square(name).getAttribute('aria-label')
const drawing = (name: string): string => square(name).firstElementChild?.className ?? ''

const opening = steps([step('e2', 'e3'), step('e2', 'e4'), step('g1', 'f3')])
const board = { files: 8, ranks: 8, pieces: scene(START).pieces, set, label: 'Tablero de Clásico' }

beforeEach(() => {
  speech.lang = 'es'
  announcer.text = ''
})

describe('a board that is shown', () => {
  test('has a square for each place, with its piece in words', () => {
    render(Board, board)
    const grid = screen.getByRole('grid', { name: 'Tablero de Clásico' })
    expect(within(grid).getAllByRole('row')).toHaveLength(8)
    expect(within(grid).getAllByRole('gridcell')).toHaveLength(64)
    expect([words('e1'), words('d8'), words('e4')]).toEqual(['e1, rey blanco', 'd8, dama negra', 'e4, vacía'])
    expect(grid.getAttribute('aria-readonly')).toBe('true')
  })

  test('draws each piece once, hidden from screen readers', () => {
    const { container } = render(Board, board)
    const pieces = container.querySelector('.pieces')
    expect(pieces?.getAttribute('aria-hidden')).toBe('true')
    expect(pieces?.querySelectorAll('.piece')).toHaveLength(32)
  })

  test('says its words in the language of the page', () => {
    speech.lang = 'en'
    render(Board, board)
    expect([words('b1'), words('e5')]).toEqual(['b1, white knight', 'e5, empty'])
  })

  test('has the near side below: rows come from the top as they are seen', async () => {
    const { rerender } = render(Board, board)
    const corners = (): (string | undefined)[] => {
      const cells = screen.getAllByRole('gridcell')
      return [cells[0]?.dataset.cell, cells.at(-1)?.dataset.cell]
    }
    expect(corners()).toEqual(['a8', 'h1'])
    await rerender({ orientation: 'black' })
    expect(corners()).toEqual(['h1', 'a8'])
  })

  test('marks the last move, a check and a premove, the premove in words too', () => {
    render(Board, { ...board, lastMove: ['e2', 'e4'], check: 'e8', premoved: ['g8', 'f6'] })
    expect([drawing('e2'), drawing('e8'), drawing('g8')]).toEqual([
      expect.stringMatching(/\blast\b/),
      expect.stringMatching(/\bcheck\b/),
      expect.stringMatching(/\bpremoved\b/),
    ])
    expect(drawing('e3')).not.toMatch(/\b(last|check|premoved)\b/)
    expect(words('g8')).not.toBe('g8, caballo negro')
  })

  test('leaves out what a typed text puts beside it', () => {
    const { container } = render(Board, { ...board, files: 6, ranks: 6 })
    expect(screen.getAllByRole('gridcell')).toHaveLength(36)
    expect(container.querySelectorAll('.piece')).toHaveLength(12)
  })
})

describe('a move by the keyboard', () => {
  const playing = (onmove = vi.fn()) => {
    render(Board, { ...board, targets: targetsOf(opening, 'prevent'), onmove })
    return { onmove, user: userEvent.setup() }
  }
  const walkTo = async (user: ReturnType<typeof userEvent.setup>, keys: string): Promise<void> => {
    await user.tab()
    await user.keyboard(keys)
  }
  const TO_E2 = '{ArrowRight>4/}{ArrowUp}'

  test('one square is in the tab order, and the arrow keys walk from it', async () => {
    const { user } = playing()
    await user.tab()
    expect(document.activeElement).toBe(square('a1'))
    await user.keyboard('{ArrowLeft}{ArrowDown}')
    expect(document.activeElement).toBe(square('a1'))
    await user.keyboard('{ArrowRight}{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(square('b3'))
    expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toEqual([square('b3')])
  })

  test('Enter picks, says so, and shows where the piece may go', async () => {
    const { user } = playing()
    await walkTo(user, TO_E2)
    expect(document.activeElement).toBe(square('e2'))
    await user.keyboard('{Enter}')
    expect(square('e2').getAttribute('aria-selected')).toBe('true')
    expect(announcer.text).toContain('e2, peón blanco')
    const open = screen.getAllByRole('gridcell').filter(({ dataset }) => /\bmove\b/.test(drawing(dataset.cell ?? '')))
    expect(open.map(({ dataset }) => dataset.cell)).toEqual(['e4', 'e3'])
    expect(words('e4')).not.toBe('e4, vacía')
    expect(words('e5')).toBe('e5, vacía')
  })

  test('Enter on a legal target moves, and the pick is over', async () => {
    const { user, onmove } = playing()
    await walkTo(user, `${TO_E2}{Enter}{ArrowUp}{ArrowUp}{Enter}`)
    expect(onmove.mock.calls).toEqual([['e2', 'e4']])
    expect(square('e2').getAttribute('aria-selected')).toBe('false')
  })

  test('Enter elsewhere puts the piece back and moves nothing', async () => {
    const { user, onmove } = playing()
    await walkTo(user, `${TO_E2}{Enter}{ArrowUp}{ArrowUp}{ArrowUp}{Enter}`)
    expect(onmove).not.toHaveBeenCalled()
    expect(square('e2').getAttribute('aria-selected')).toBe('false')
  })

  test('Escape puts the piece back; one that cannot move is not picked', async () => {
    const { user, onmove } = playing()
    await walkTo(user, `${TO_E2}{Enter}{Escape}`)
    expect(square('e2').getAttribute('aria-selected')).toBe('false')
    await user.keyboard('{ArrowRight}{Enter}{ArrowUp}{Enter}')
    expect(onmove).not.toHaveBeenCalled()
  })

  test('a move that is tried to be refused (T-3) is marked as such', async () => {
    const refused = { token: 'e2e5', origin: 'e2', target: 'e5', reason: '', clause: null, places: [], message: { es: '', en: '' } }
    render(Board, { ...board, targets: targetsOf(steps([step('e2', 'e4')], [refused]), 'warn'), onmove: vi.fn() })
    const user = userEvent.setup()
    await walkTo(user, `${TO_E2}{Enter}`)
    expect([drawing('e4'), drawing('e5')]).toEqual([expect.stringMatching(/\bmove\b/), expect.stringMatching(/\btry\b/)])
  })

  test('a pick ends when the piece may no longer move', async () => {
    const { rerender } = render(Board, { ...board, targets: targetsOf(opening, 'prevent'), onmove: vi.fn() })
    await walkTo(userEvent.setup(), `${TO_E2}{Enter}`)
    await rerender({ targets: new Map() })
    expect(square('e2').getAttribute('aria-selected')).toBe('false')
  })
})
