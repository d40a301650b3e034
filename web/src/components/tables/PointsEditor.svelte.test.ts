// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import { speech } from '$lib/i18n.svelte'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { rulebook, START } from '../../testing/tables'
import PointsEditor from './PointsEditor.svelte'

/** The editor, and the last position in which all pieces have their place. */
function edit(position = START) {
  const found: { text: string | null } = { text: null }
  const props = $state({ position, incomplete: false })
  render(PointsEditor, {
    rulebook,
    start: START,
    get position() {
      return props.position
    },
    get incomplete() {
      return props.incomplete
    },
    set incomplete(value: boolean) {
      props.incomplete = value
    },
    orientation: 'white',
    onset: (text: string) => {
      found.text = text
      props.position = text
    },
  })
  return { user: userEvent.setup(), text: () => found.text, props }
}
const cell = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-cell="${name}"]`)
  if (!found) throw new Error(`no cell ${name}`)
  return found
}
const words = (name: string): string | null => cell(name).getAttribute('aria-label')
const brush = (name: RegExp): HTMLElement => screen.getByRole('button', { name })

/** By the keyboard, as no layout is known here. */
async function press(user: ReturnType<typeof userEvent.setup>, name: string, key: string): Promise<void> {
  cell(name).focus()
  await user.keyboard(key)
}

beforeEach(() => {
  speech.lang = 'en'
})

describe('the editor of points', () => {
  test('takes a piece off and puts it elsewhere; nothing is told before every piece has its place', async () => {
    const { user, text, props } = edit()
    await press(user, '7', '{Delete}')
    expect(words('7')).toBe('07, white pawn')
    expect(screen.getByRole('status').textContent).toContain('Still to be placed: white pawn.')
    expect(props.incomplete).toBe(true)
    expect(text()).toBeNull()
    await user.click(brush(/^white pawn, 1 to place/))
    await press(user, 'bar:black', '{Enter}')
    expect(words('bar:white'), 'each side has its own bar').toContain('white pawn')
    expect(text()).toBe('k/5/P/10/pp/5/K P - w Kk')
    expect(props.incomplete).toBe(false)
    await press(user, '3', '{Enter}')
    expect(words('3'), 'there is none left').toBe('03, empty')
  })

  test('moves pieces, lets enemies make room, and forgets a king that was at home', async () => {
    const { user, text } = edit()
    await press(user, '24', '{Enter}')
    expect(cell('24').getAttribute('aria-selected')).toBe('true')
    await press(user, '20', '{Enter}')
    expect(text()).toBe('k/5/PP/10/pp/K/5 - - w k'.replace('pp/K/5', 'pp/1/K/4'))
    await press(user, '7', '{Enter}')
    await press(user, '18', '{Enter}')
    expect(words('18')).toBe('18, white pawn')
    expect(screen.getByRole('status').textContent).toContain('2 black pawns')
    await user.click(screen.getByRole('button', { name: 'The rest is borne off' }))
    expect(text()).toBe('k/5/P/10/P/1/K/4 - pp w k')
  })

  test('whose turn it is, who is at home, the start, and a text from elsewhere', async () => {
    const { user, text, props } = edit()
    await user.click(screen.getByRole('radio', { name: 'Black' }))
    expect(text()).toBe('k/5/PP/10/pp/5/K - - b Kk')
    await user.click(screen.getByRole('checkbox', { name: 'white king' }))
    expect(text()).toBe('k/5/PP/10/pp/5/K - - b k')
    await user.click(screen.getByRole('button', { name: 'Empty the board' }))
    expect(screen.getByRole('status').textContent).toContain('white king')
    await user.click(screen.getByRole('button', { name: 'Start position' }))
    expect(text()).toBe(START)
    props.position = 'k/PP/21/pp - K w -'.replace('21/pp', '20/pp/1')
    await expect.poll(() => words('2')).toBe('02, 2 white pawns')
  })
})
