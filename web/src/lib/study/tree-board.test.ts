// @vitest-environment happy-dom
import { calls } from '$lib/analysis/calls'
import { Study } from '$lib/analysis/study.svelte'
import { api, NetworkError } from '$lib/api/client'
import type { CheckedPosition } from '$lib/api/types/game'
import { beforeEach, expect, test, vi } from 'vitest'
import { rulebook, scene, START } from '../../testing/classic'
import type { Opening } from './tree-board.svelte'

const AT_START: Opening = { position: null, options: {}, game: null, after: null, tokens: [], ply: null, at: null }

const checked = (moves: string[]): CheckedPosition<never> => ({
  position: START, scene: scene(START), outcome: null, turn: 'white', chances: [], notes: [],
  played: moves.map((move) => ({ move, by: 'white', position: START, san: { es: move, en: move }, origin: '', target: '', check: null })),
}) as unknown as CheckedPosition<never>

const asked = vi.spyOn(api, 'playFrom')

beforeEach(() => {
  localStorage.clear()
  asked.mockReset()
  vi.spyOn(calls, 'look').mockImplementation(() => new Promise(() => undefined))
})

test('moves that are entered while a tree is being opened follow its moves, once each and in their order', async () => {
  let open = (): void => undefined
  asked.mockImplementationOnce((_book, _start, moves) => new Promise((resolve) => { open = () => { resolve(checked(moves)) } }))
  asked.mockImplementation((_book, _start, moves) => Promise.resolve(checked(moves)))
  const board = new Study(rulebook, { ...AT_START, tokens: ['e2e4'] })
  const entered = [board.play('e7e5'), board.play('g1f3')]
  await vi.waitFor(() => { expect(asked).toHaveBeenCalled() })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toHaveBeenCalledTimes(1)
  open()
  expect(await Promise.all(entered)).toEqual([true, true])
  expect(board.played).toEqual(['e2e4', 'e7e5', 'g1f3'])
})

test('moves are made where what should be opened cannot be', async () => {
  asked.mockRejectedValueOnce(new NetworkError('cut'))
  asked.mockImplementation((_book, _start, moves) => Promise.resolve(checked(moves)))
  const board = new Study(rulebook, { ...AT_START, tokens: ['e2e4'] })
  expect(await board.play('d2d4')).toBe(true)
  expect(board.played).toEqual(['d2d4'])
})
