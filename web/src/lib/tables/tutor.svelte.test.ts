// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { calls } from '../analysis/calls'
import { ApiError, NetworkError } from '../api/client'
import type { DiceGrade, TutorView } from '../api/types/analysis'
import type { GameView } from '../api/types/game'
import { settings } from '../settings'
import { Tutor } from './tutor.svelte'

const ask = vi.spyOn(calls, 'tutor')
const human = { kind: 'human', person: null }
const view = { id: 'g', seq: 5, casual: true, dice: {}, outcome: null, players: { white: human, black: human } }
const judged = (grade: DiceGrade, seq = 5) => ({ seq, grade }) as TutorView
const tutorOf = (changes = {}): Tutor => new Tutor({ view: { ...view, ...changes } as unknown as GameView<unknown>, sides: ['white', 'black'] })

beforeEach(() => {
  vi.useRealTimers()
  ask.mockReset()
  settings.tutor.value = true
  settings.warned.value = 'bad'
})

test('only turns that lose as much as was chosen are held back, and each is asked about once', async () => {
  const tutor = tutorOf()
  ask.mockResolvedValue(judged('doubtful'))
  tutor.consider('8/5 6/5')
  expect(await tutor.allows('8/5 6/5')).toBe(true)
  expect(ask.mock.calls).toEqual([['g', 5, '8/5 6/5', 'en']])
  settings.warned.value = 'doubtful'
  expect(await tutor.allows('8/5 6/5')).toBe(false)
  expect(tutor.warning?.move).toBe('8/5 6/5')
  tutor.dismiss()
  expect(tutor.warning).toBeNull()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('there is none where something is at stake, where it is switched off, and after the end', async () => {
  settings.tutor.value = false
  expect(await tutorOf().allows('8/5')).toBe(true)
  settings.tutor.value = true
  expect([{ casual: false }, { outcome: {} }, { dice: null }].map((changes) => tutorOf(changes).open)).toEqual([false, false, false])
  expect(ask).not.toHaveBeenCalled()
})

test('what cannot be judged is sent: no connection, too many questions, a turn that is none, another position', async () => {
  const refusal = { reason: 'x', message: '', clause: null, places: [] }
  const missed: boolean[] = []
  const faults = [new NetworkError('away'), new ApiError(429, refusal, null), new ApiError(422, refusal, null)]
  for (const fault of faults) {
    const tutor = tutorOf()
    ask.mockRejectedValueOnce(fault)
    expect(await tutor.allows('8/5')).toBe(true)
    missed.push(tutor.missed)
  }
  expect(missed).toEqual([true, true, false])
  ask.mockResolvedValue(judged('very_bad', 4))
  expect(await tutorOf().allows('8/5')).toBe(true)
})

test('nobody waits for long, and what was called off is neither sent nor held back', async () => {
  vi.useFakeTimers()
  ask.mockReturnValue(new Promise(() => undefined))
  const tutor = tutorOf()
  const late = tutor.allows('8/5')
  expect(tutor.waiting).toBe(true)
  await vi.advanceTimersByTimeAsync(3000)
  expect([await late, tutor.waiting, tutor.missed]).toEqual([true, false, true])
  const gone = tutor.allows('6/5')
  tutor.dismiss()
  await vi.advanceTimersByTimeAsync(3000)
  expect([await gone, tutor.warning]).toEqual([false, null])
})
