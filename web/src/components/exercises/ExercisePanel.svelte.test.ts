// @vitest-environment happy-dom
import '@testing-library/svelte/vitest'
import type { Attempt } from '$lib/exercises/attempt.svelte'
import { speech } from '$lib/i18n.svelte'
import { myself } from '$lib/me.svelte'
import { router } from '$lib/router.svelte'
import { studies } from '$lib/study/calls'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import ExercisePanel from './ExercisePanel.svelte'

const words = (text: string) => ({ es: text, en: text })

function draw(changes: object = {}) {
  const attempt = {
    asked: { rulebook: 'clasico', task: 'win', position: 'p b', side: 'black', question: words('¿Quién gana?'), answers: [], moves: 1, tried: false },
    book: { family: 'chess', names: words('Clásico'), composed: false },
    board: null,
    task: { busy: false, failure: null },
    state: 'told',
    isOver: true,
    due: null,
    rating: null,
    said: '',
    hinted: '',
    solution: { line: ['a2a1q'], rest: [], text: words('a1=D'), themes: [], proof: words(''), reasons: [] },
    ...changes,
  }
  render(ExercisePanel, { attempt: attempt as unknown as Attempt, rulebook: 'clasico', busy: false, onnext: vi.fn() })
}

beforeEach(() => {
  speech.lang = 'es'
})

test('what is solved or told can be opened on the analysis board', () => {
  draw()
  expect(screen.getByRole('link', { name: 'Abrir en el tablero de análisis' }).getAttribute('href')).toBe(
    '/analysis/clasico?position=p+b&moves=a2a1q&ply=0',
  )
})

test('and saved in a study, with its question and its moves', async () => {
  vi.spyOn(myself, 'know').mockResolvedValue(undefined as never)
  const go = vi.spyOn(router, 'go').mockReturnValue(undefined)
  const make = vi.spyOn(studies, 'make').mockResolvedValue({ study: 's', chapters: ['c'], faults: [] })
  vi.spyOn(studies, 'study').mockResolvedValue({ chapters: [{ id: 'c' }] } as never)
  const edit = vi.spyOn(studies, 'edit').mockResolvedValue({ seq: 1, events: [] })
  draw()
  const user = userEvent.setup()
  screen.getByRole('button', { name: 'Guardar como estudio' }).focus()
  await user.keyboard('{Enter}')
  expect(make.mock.calls[0]?.slice(1)).toEqual(['Ejercicios: Clásico', { rulebook: 'clasico', options: {}, near: 'black', position: 'p b' }])
  expect(edit.mock.calls[0]?.[2]).toMatchObject([{ type: 'comment', text: '¿Quién gana?' }, { type: 'add', move: 'a2a1q' }])
  expect(go).toHaveBeenCalledWith('/study/s')
})

test('nothing leads on while it is being solved', () => {
  draw({ state: 'asked', isOver: false, solution: null })
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Guardar como estudio' })).toBeNull()
})
