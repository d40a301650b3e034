// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import { speech } from '$lib/i18n.svelte'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { set } from '../../testing/classic'
import PromotionChooser from './PromotionChooser.svelte'

beforeEach(() => {
  speech.lang = 'es'
})

test('a promotion names its pieces and takes one of them', async () => {
  const [onchoose, onclose] = [vi.fn(), vi.fn()]
  render(PromotionChooser, { choices: ['Q', 'R', 'B', 'N'], piece: 'P', side: 'white', set, onchoose, onclose })
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-choice]')]
  expect(buttons.map(({ dataset }) => dataset.choice)).toEqual(['Q', 'R', 'B', 'N'])
  await userEvent.click(screen.getByRole('button', { name: /caballo/i }))
  expect(onchoose.mock.calls).toEqual([['N']])
})
