// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import { fileSigns } from '$lib/game/move-notes'
import { speech } from '$lib/i18n.svelte'
import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { played } from '../testing/classic'
import MoveList from './MoveList.svelte'

const moves = played('e4', 'e5', ['Cf3', 'Nf3'], ['Cc6', 'Nc6'], ['Ab5', 'Bb5'])
const pairs = { first: 'white', number: 1 } as const
/** As the eyes see it. */
function plain(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('.visually-hidden')) hidden.remove()
  return copy.textContent.replace(/\s+/g, ' ').trim()
}
const rows = (): string[] => screen.getAllByRole('listitem').map(plain)
const moveButton = (name: string): HTMLElement => within(screen.getByRole('list')).getByRole('button', { name })

beforeEach(() => {
  speech.lang = 'es'
})

describe('the list of moves', () => {
  test('has a row for each pair, numbered from where the game began', async () => {
    const { rerender } = render(MoveList, { moves, shown: 5, pairs, onshow: vi.fn() })
    expect(rows()).toEqual(['1. e4 e5', '2. Cf3 Cc6', '3. Ab5'])
    await rerender({ pairs: { first: 'black', number: 12 } })
    expect(rows()).toEqual(['12. … e4', '13. e5 Cf3', '14. Cc6 Ab5'])
  })

  test('writes the letters of the language', () => {
    speech.lang = 'en'
    render(MoveList, { moves, shown: 5, pairs, onshow: vi.fn() })
    expect(rows()).toEqual(['1. e4 e5', '2. Nf3 Nc6', '3. Bb5'])
  })

  test('says who has rolled what where moves are not counted in pairs', () => {
    const turns = played('24/18 13/11').map((move) => ({ ...move, roll: '62' }))
    render(MoveList, { moves: turns, shown: 1, onshow: vi.fn() })
    expect(rows()).toEqual(['6-2 24/18 13/11'])
    expect(moveButton('Blancas 6-2 24/18 13/11')).toBeTruthy()
  })

  test('says that there are no moves', () => {
    render(MoveList, { moves: [], shown: 0, pairs, onshow: vi.fn() })
    expect(rows()).toEqual(['Aún no hay jugadas.'])
  })
})

describe('the move that is shown', () => {
  test('is the current step, and follows', async () => {
    const { rerender } = render(MoveList, { moves, shown: 3, pairs, onshow: vi.fn() })
    const current = (): (string | null)[] =>
      [...document.querySelectorAll('[aria-current=step]')].map(plain)
    expect(current()).toEqual(['Cf3'])
    await rerender({ shown: 4 })
    expect(current()).toEqual(['Cc6'])
    await rerender({ shown: 0 })
    expect(current()).toEqual([])
  })

  test('is chosen by mouse and by keyboard', async () => {
    const onshow = vi.fn()
    render(MoveList, { moves, shown: 5, pairs, onshow })
    const user = userEvent.setup()
    await user.click(moveButton('1… e5'))
    moveButton('2. Cf3').focus()
    await user.keyboard('{Enter}')
    expect(onshow.mock.calls).toEqual([[2], [3]])
  })

  test('is the one in the tab order; from it the keys walk as far as the game goes', async () => {
    const user = userEvent.setup()
    const { rerender } = render(MoveList, { moves, shown: 0, pairs, onshow: (shown: number) => void rerender({ shown }) })
    await user.tab()
    expect(document.activeElement).toBe(moveButton('1. e4'))
    const at: string[] = []
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'ArrowRight', 'Home', 'ArrowLeft']) {
      await user.keyboard(`{${key}}`)
      at.push(document.querySelector('[aria-current=step]')?.textContent.replace(/\s+/g, ' ').trim() ?? 'start')
      expect(document.activeElement?.getAttribute('tabindex')).toBe('0')
    }
    expect(at).toEqual(['1. e4', '1… e5', '1. e4', '3. Ab5', '3. Ab5', 'start', 'start'])
  })

  test('is stepped through by four buttons, as far as the game goes', async () => {
    const onshow = vi.fn()
    const { rerender } = render(MoveList, { moves, shown: 2, pairs, onshow })
    const user = userEvent.setup()
    const steps = (): HTMLButtonElement[] =>
      screen.getAllByRole<HTMLButtonElement>('button').filter((button) => !button.closest('ol'))
    for (const button of steps()) await user.click(button)
    expect(onshow.mock.calls).toEqual([[0], [1], [3], [5]])
    expect(steps().map((button) => button.getAttribute('aria-label'))).not.toContain(null)
    await rerender({ shown: 0 })
    expect(steps().map(({ disabled }) => disabled)).toEqual([true, true, false, false])
    await rerender({ shown: 5 })
    expect(steps().map(({ disabled }) => disabled)).toEqual([false, false, true, true])
  })
})

describe('what is said about moves', () => {
  test('stands behind the row of its move; what belongs to the end comes last', () => {
    const notes = { 3: ['1. e4: lo mejor', '(1. d4 d5)'], 6: ['½-½ · tablas'] }
    render(MoveList, { moves, shown: 5, pairs, onshow: vi.fn(), notes })
    expect(rows()).toEqual(['1. e4 e5', '1. e4: lo mejor', '(1. d4 d5)', '2. Cf3 Cc6', '3. Ab5', '½-½ · tablas'])
  })

  test('signs are drawn, and read aloud in words', async () => {
    const signs = fileSigns([
      { ply: 1, signs: '!', text: '' },
      { ply: 2, signs: '??', text: '' },
      { ply: 3, signs: '!? +=', text: '' },
      { ply: 4, signs: '$240', text: '' },
    ])
    render(MoveList, { moves, shown: 5, pairs, onshow: vi.fn(), signs })
    const names = [
      '1. e4 (buena jugada)',
      '1… e5 (error grave)',
      '2. Cf3 (jugada interesante, ligera ventaja blanca)',
      '2… Cc6 ($240)',
    ]
    for (const name of names) expect(moveButton(name)).toBeTruthy()
    expect([...document.querySelectorAll('b')].map(({ textContent }) => textContent)).toEqual(['!', '??', '!? +=', '$240'])
    expect([...document.querySelectorAll('b')].every((sign) => sign.getAttribute('aria-hidden') === 'true')).toBe(true)
  })
})
