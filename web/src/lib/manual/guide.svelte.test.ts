// @vitest-environment happy-dom
import { api, ApiError } from '$lib/api/client'
import type { Step } from '$lib/api/types/board'
import type { CheckedPosition } from '$lib/api/types/game'
import type { GuideStep } from '$lib/api/types/manual'
import type { Rulebook } from '$lib/api/types/rulebooks'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { rulebook, scene, START, step, steps } from '../../testing/classic'
import { Guide } from './guide.svelte'
import { Trial } from './trial.svelte'

const words = (text: string) => ({ es: text, en: text })
const screen = (given: Partial<GuideStep>): GuideStep => ({
  title: words('T'), text: words('X'), position: START, marks: [], arrows: [], task: 'read', done: null, line: [], ...given,
})
const LESSONS = [
  screen({}),
  screen({ task: 'play', arrows: [['e2', 'e4']], line: ['e2e4'] }),
  screen({ task: 'play', marks: ['d4'], line: ['d2d4'] }),
]

/** What the server answers: the steps that are possible after so many moves or steps. */
function answering(...answers: Step[][]): void {
  vi.spyOn(api, 'playFrom').mockImplementation((_book, position, moves, prefix) => {
    const options = answers[moves.length + prefix.length]
    if (!options) {
      const body = { reason: 'reach', message: 'No llega. (C-8)', clause: 'C-8', details: {}, faults: [], places: [] }
      return Promise.reject(new ApiError(422, body as never, null))
    }
    const view = { position, scene: scene(START), steps: steps(options), outcome: null, turn: 'white', played: [], chances: [], notes: [] }
    return Promise.resolve(view as unknown as CheckedPosition<never>)
  })
}

const figure = (arrows: [string, string][], marks: string[] = []) => ({ position: START, marks, arrows, caption: '' })

beforeEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

describe('a guide', () => {
  test('begins at its first step, and is remembered', () => {
    answering([step('e2', 'e4')])
    const guide = new Guide(rulebook, LESSONS)
    expect([guide.index, guide.resumed, guide.trial, guide.ready]).toEqual([0, false, null, true])
    guide.go(1)
    expect(guide.trial).not.toBeNull()
    expect(guide.ready).toBe(false)
    const later = new Guide(rulebook, LESSONS)
    expect([later.index, later.resumed]).toEqual([1, true])
    expect(new Guide({ ...rulebook, id: 'other' }, LESSONS).index).toBe(0)
  })

  test('has an end after its last step, and begins anew after it', () => {
    answering([])
    const guide = new Guide(rulebook, LESSONS)
    guide.go(99)
    expect([guide.index, guide.step, guide.figure, guide.trial]).toEqual([3, null, null, null])
    expect(new Guide(rulebook, LESSONS).index).toBe(0)
    guide.go(-1)
    expect(guide.index).toBe(0)
  })

  test('shows how it goes', async () => {
    answering([step('d2', 'd3'), step('e2', 'e4')], [])
    const guide = new Guide(rulebook, LESSONS)
    guide.go(1)
    await guide.show()
    expect([guide.trial?.remark, guide.ready]).toEqual(['right', true])
  })
})

describe('a lesson', () => {
  test('is done when its arrow has been followed; then the board rests', async () => {
    answering([step('e2', 'e4')], [step('e7', 'e5')])
    const trial = new Trial(rulebook, figure([['e2', 'e4']]), START, null, ['e2e4'])
    await trial.ready
    expect([trial.goal, trial.arrows]).toEqual(['arrow', [['e2', 'e4']]])
    await trial.take(step('e2', 'e4'))
    expect([trial.done, trial.remark, trial.arrows, trial.marks]).toEqual([true, 'right', [], []])
    await trial.explain('a1', 'a2')
    expect(trial.fault).toBeNull()
  })

  test('takes back another move', async () => {
    answering([step('e2', 'e4'), step('d2', 'd4')], [step('e7', 'e5')])
    const trial = new Trial(rulebook, figure([['e2', 'e4']]), START, null, ['e2e4'])
    await trial.ready
    await trial.take(step('d2', 'd4'))
    expect([trial.done, trial.remark, trial.last, trial.arrows.length]).toEqual([false, 'legal', null, 1])
    await trial.take(step('e2', 'e4'))
    expect(trial.done).toBe(true)
  })

  test('goes to any of its marks', async () => {
    answering([step('e2', 'e4'), step('d2', 'd4')], [])
    const trial = new Trial(rulebook, figure([], ['d4', 'd3']), START, null, ['d2d4'])
    await trial.ready
    expect(trial.goal).toBe('marks')
    await trial.take(step('d2', 'd4'))
    expect(trial.done).toBe(true)
  })

  test('with several arrows is done after the last, and takes back what leads past them', async () => {
    const composed: Rulebook = { ...rulebook, composed: true }
    const [first, second] = [step('e2', 'e4'), step('d2', 'd4')]
    answering([first, second, step('a2', 'a3')], [second, step('a2', 'a3')], [])
    const trial = new Trial(composed, figure([['e2', 'e4'], ['d2', 'd4']]), START, null, [first.token, second.token])
    await trial.ready
    await trial.take(first)
    expect([trial.done, trial.remark, trial.arrows]).toEqual([false, 'more', [['d2', 'd4']]])
    await trial.take(step('a2', 'a3'))
    expect([trial.remark, trial.taken.length, trial.last]).toEqual(['legal', 1, first])
    await trial.take(second)
    expect([trial.done, trial.arrows]).toEqual([true, []])
  })

  test('asks for no die where its arrows decide, but for what a pawn becomes', async () => {
    const [four, five] = [{ ...step('e2', 'e4'), token: 'a:4' }, { ...step('e2', 'e4'), token: 'a:5' }]
    answering([four, five], [])
    const dice = new Trial({ ...rulebook, composed: true }, figure([['e2', 'e4']]), START, null, ['a:5'])
    await dice.ready
    dice.offer([four, five])
    expect([dice.choosing, dice.last?.token]).toEqual([[], 'a:5'])
    const chess = new Trial(rulebook, figure([['e2', 'e4']]), START, null, ['a:5'])
    await chess.ready
    chess.offer([four, five])
    expect(chess.choosing).toHaveLength(2)
  })

  test('says why a piece cannot go there, as the server says it', async () => {
    answering([step('e2', 'e4')])
    const trial = new Trial(rulebook, figure([['e2', 'e4']]), START, null, ['e2e4'])
    await trial.ready
    await trial.explain('e2', 'e5')
    expect(trial.fault).toEqual({ message: 'No llega. (C-8)', clause: 'C-8' })
    expect(vi.mocked(api.playFrom).mock.lastCall?.slice(2, 4)).toEqual([['e2e5'], []])
  })
})

test('a figure of the manual goes on after another move, and shows its arrows no longer', async () => {
  answering([step('e2', 'e4'), step('d2', 'd4')], [step('e7', 'e5')])
  const trial = new Trial(rulebook, figure([['e2', 'e4']], ['e4']), START, null)
  await trial.ready
  await trial.take(step('d2', 'd4'))
  expect([trial.remark, trial.done, trial.arrows, trial.marks]).toEqual(['other', false, [], []])
})
