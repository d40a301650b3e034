// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import { speech } from '$lib/i18n.svelte'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import MoveInput from './MoveInput.svelte'

beforeEach(() => {
  speech.lang = 'es'
})

const field = () => screen.getByLabelText<HTMLInputElement>('Jugada escrita')

test('what is refused comes back into the field', async () => {
  const user = userEvent.setup()
  render(MoveInput, { disabled: false, onplay: vi.fn().mockResolvedValue(false) })
  await user.type(field(), 'Zz9{Enter}')
  expect(field().value).toBe('Zz9')
})
