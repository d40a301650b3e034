// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import { speech } from '$lib/i18n.svelte'
import { router } from '$lib/router.svelte'
import { studies } from '$lib/study/calls'
import type { StudyEdit } from '$lib/study/edits'
import { StudySession } from '$lib/study/session.svelte'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../../testing/fake-socket'
import ChapterList from './ChapterList.svelte'
import UndoNotice from './UndoNotice.svelte'

/** The chapters as the server has them: all, and those that are shown. */
const all = ['a', 'b'].map((id) => ({ id, title: `Capítulo ${id}`, rulebook: 'clasico', names: { es: 'Clásico' }, near: 'white' }))
let shown = all
let seq = 0
let session: StudySession

function carryOut(edit: StudyEdit): void {
  if (edit.type === 'remove_chapter') shown = shown.filter(({ id }) => id !== edit.chapter)
  if (edit.type === 'restore_chapter') shown = all
  if (edit.type === 'move_chapter') shown = [...shown].reverse()
  FakeSocket.all.at(-1)?.say({ type: 'edits', events: [{ seq: ++seq, edit, nodes: [] }] })
}

beforeEach(async () => {
  speech.lang = 'es'
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  ;[shown, seq] = [all, 0]
  vi.spyOn(studies, 'study').mockImplementation(() => Promise.resolve({ id: 's', title: 'E', role: 'owner', seq, chapters: shown, writers: [] } as never))
  vi.spyOn(studies, 'chapter').mockImplementation((_, id) => Promise.resolve({ id, seq, headers: {}, start: 'p', root: {}, nodes: [], near: 'white' } as never))
  vi.spyOn(studies, 'edit').mockImplementation((_, __, edits) => {
    edits.forEach(carryOut)
    return Promise.resolve({ seq, events: [] })
  })
  session = new StudySession('s')
  await session.open(null)
  render(ChapterList, { session })
  render(UndoNotice, { session })
})

afterEach(() => {
  session.close()
  vi.restoreAllMocks()
})

const undo = () => screen.findByRole('button', { name: 'Deshacer' })

test('a chapter that was removed by keyboard is brought back from where the focus lands', async () => {
  const go = vi.spyOn(router, 'go').mockReturnValue(undefined)
  const user = userEvent.setup()
  screen.getByRole('button', { name: 'Quitar el capítulo' }).focus()
  await user.keyboard('{Enter}')
  const button = await undo()
  expect(screen.getByRole('status').textContent).toContain('Se quitó el capítulo «Capítulo a».')
  expect(document.activeElement).toBe(button)
  await vi.waitFor(() => { expect(session.chapter?.id).toBe('b') })
  await user.keyboard('{Enter}')
  await vi.waitFor(() => { expect(screen.getAllByRole('link')).toHaveLength(2) })
  expect(go).toHaveBeenCalledWith('/study/s/a')
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
})

test('what was moved is moved back, unless somebody else has moved it', async () => {
  const user = userEvent.setup()
  const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
  await user.click(screen.getByRole('button', { name: 'Después' }))
  await user.click(await undo())
  await vi.waitFor(() => { expect(links()[0]).toContain('Capítulo a') })
  await user.click(screen.getByRole('button', { name: 'Después' }))
  await undo()
  carryOut({ type: 'move_chapter', chapter: 'a', index: 0 })
  await vi.waitFor(() => { expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull() })
})

test('the notice can be put away', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Quitar el capítulo' }))
  await undo()
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
})
