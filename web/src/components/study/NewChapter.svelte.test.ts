// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import { api } from '$lib/api/client'
import type { RulebookSummary } from '$lib/api/types/rulebooks'
import { speech } from '$lib/i18n.svelte'
import { keepSheet } from '$lib/sheets/own'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import NewChapter from './NewChapter.svelte'

const named = (name: string) => ({ names: { es: name, en: name } })
const books = [{ id: 'clasico', ...named('Clásico') }, { id: 'chess960', ...named('Chess960') }] as unknown as RulebookSummary[]

beforeEach(() => {
  speech.lang = 'es'
  keepSheet('ab12')
  vi.spyOn(api, 'sheets').mockResolvedValue([{ hash: 'cd34', ...named('De otros') }, { hash: 'ab12', ...named('Mi ajedrez') }] as never)
})

test('a chapter can be made by a sheet of one’s own', async () => {
  const onmake = vi.fn()
  render(NewChapter, { books, act: 'Hacer', busy: false, onmake })
  const user = userEvent.setup()
  const own = await screen.findByRole('option', { name: 'Mi ajedrez' })
  expect(own.closest('optgroup')?.label).toBe('Modificado')
  expect(screen.queryByRole('option', { name: 'De otros' })).toBeNull()
  await user.selectOptions(screen.getByRole('combobox'), 'Mi ajedrez')
  await user.click(screen.getByRole('button', { name: 'Hacer' }))
  expect(onmake).toHaveBeenCalledWith({ rulebook: 'ab12' })
})

test('the sheet of the chapter that is open stays chosen', async () => {
  render(NewChapter, { books, rulebook: 'cd34', act: 'Hacer', busy: false, onmake: vi.fn() })
  await screen.findByRole('option', { name: 'De otros' })
  await vi.waitFor(() => { expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('cd34') })
})
