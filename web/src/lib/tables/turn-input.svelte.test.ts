// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { calls } from '../analysis/calls'
import { api } from '../api/client'
import type { TutorView } from '../api/types/analysis'
import type { PointsScene, Step, Steps } from '../api/types/board'
import type { GameView } from '../api/types/game'
import { PieceSet } from '../board/piece-set'
import { settings } from '../settings'
import { NO_STEPS } from '../board/targets'
import { TurnInput } from './turn-input.svelte'

const step = (token: string): Step => {
  const [origin = '', target = ''] = token.split('/')
  return { token, label: token, origin, target, choice: '2', effects: [], told: [] } as unknown as Step
}
const complete: Steps = { ...NO_STEPS, confirmable: true }
const human = { kind: 'human', person: null }
const view = {
  id: 'g',
  seq: 5,
  position: 'p',
  casual: true,
  dice: {},
  outcome: null,
  players: { white: human, black: human },
  can: ['move'],
  moves: [],
  scene: { points: Array<string>(24).fill(''), bar: '', off: '', protected: [], mover: 'white' },
  steps: { ...NO_STEPS, options: [step('8/6')] },
} as unknown as GameView<PointsScene>

const loadSteps = vi.spyOn(api, 'steps')
const askTutor = vi.spyOn(calls, 'tutor')
const store = { view, sides: ['white' as const, 'black' as const], send: vi.fn(), clearProblem: vi.fn(), explain: vi.fn(), askWhy: vi.fn(), can: vi.fn() }
let canMove = true
let shown = view

function started(changes: Partial<GameView<PointsScene>> = {}): TurnInput {
  const input = new TurnInput(store, () => ({ view: shown, canMove, mover: 'white', set: new PieceSet([]) }))
  input.draft.begin({ ...view, ...changes })
  return input
}

beforeEach(() => {
  vi.resetAllMocks()
  localStorage.clear()
  canMove = true
  shown = view
  settings.tutor.value = false
  settings.warned.value = 'bad'
  store.send.mockImplementation(() => {
    shown = { ...view, moves: [{}] } as unknown as typeof view
    return Promise.resolve()
  })
})

test('a turn that is confirmed before the server has answered is sent as soon as it has', async () => {
  let answer: (found: { seq: number; prefix: string[]; steps: Steps }) => void = () => undefined
  loadSteps.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const input = started()
  input.take(step('8/6'))
  input.confirm()
  expect(store.send).not.toHaveBeenCalled()
  answer({ seq: 5, prefix: ['8/6'], steps: complete })
  await vi.waitFor(() => { expect(input.draft.steps).toEqual(complete) })
  input.goOn()
  expect(store.send.mock.calls).toEqual([[{ type: 'move', move: '8/6' }]])
})

test('a step that is taken back meanwhile is not confirmed any more', () => {
  loadSteps.mockReturnValue(new Promise(() => undefined))
  const input = started()
  input.take(step('8/6'))
  input.confirm()
  input.back()
  input.goOn()
  expect(store.send).not.toHaveBeenCalled()
})

test('a turn that cannot be played is passed, and nothing is sent out of turn', () => {
  const input = started({ steps: complete })
  canMove = false
  input.confirm()
  expect(store.send).not.toHaveBeenCalled()
  canMove = true
  input.confirm()
  expect(store.send.mock.calls).toEqual([[{ type: 'move', move: 'pass' }]])
})

test('what was typed waits for what is decided about the warning of the tutor', async () => {
  settings.tutor.value = true
  askTutor.mockResolvedValue({ seq: 5, grade: 'very_bad', text: { es: '', en: '' } } as TutorView)
  const input = started()
  const kept = input.type('8/6')
  await vi.waitFor(() => { expect(input.tutor.warning?.move).toBe('8/6') })
  input.chooseAgain()
  expect(await kept).toBe(false)
  const played = input.type('8/6')
  await vi.waitFor(() => { expect(input.tutor.warning?.move).toBe('8/6') })
  expect(store.send).not.toHaveBeenCalled()
  await input.playAnyway()
  expect(await played).toBe(true)
  expect(store.send).toHaveBeenCalledTimes(1)
})

test('why a piece cannot go somewhere is said from what is known, or asked', () => {
  const input = started({ steps: { ...NO_STEPS, refused: [{ token: '8/3', origin: '8', target: '3', message: { es: 'no', en: 'no' }, clause: 'G-1' }] } as unknown as Steps })
  input.refuse('8', '3', null)
  expect(store.explain).toHaveBeenCalledWith(expect.objectContaining({ clause: 'G-1' }))
  input.refuse('8', '2', null)
  expect(store.askWhy).toHaveBeenCalledWith(['8/2'], null)
  input.refuse('8', 'bar:white', null)
  expect(store.askWhy).toHaveBeenCalledTimes(1)
})

test('of several steps to one place one is chosen', () => {
  const input = started()
  input.offer([step('8/6'), step('N8/6')])
  expect(input.choosing).toHaveLength(2)
  loadSteps.mockReturnValue(new Promise(() => undefined))
  input.offer([step('8/6')])
  expect([input.choosing, input.draft.tokens]).toEqual([[], ['8/6']])
})
