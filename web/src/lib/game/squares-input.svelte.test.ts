// @vitest-environment happy-dom
import type { Step, Steps } from '$lib/api/types/board'
import type { Square } from '$lib/api/types/words'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { scene, step, steps } from '../../testing/classic'
import type { SquaresBoard, SquaresContext } from './squares-board.svelte'
import { SquaresInput } from './squares-input.svelte'

const PROMOTING = '7k/P7/8/8/8/8/8/7K w - - 0 1'
const refusal = {
  token: 'h1h3',
  origin: 'h1',
  target: 'h3',
  reason: 'reach',
  clause: 'C-8',
  places: [],
  message: { es: 'El rey no llega.', en: 'The king does not reach.' },
}

const store = { canMove: true, play: vi.fn(), attempt: vi.fn(), explain: vi.fn(), askWhy: vi.fn(), clearProblem: vi.fn(), type: vi.fn() }
const premoves = { open: false, made: null, marked: null, side: null as string | null, choices: vi.fn(), keep: vi.fn(), keepTyped: vi.fn(), targets: vi.fn() }
const puzzle = { answer: vi.fn() }

interface Situation {
  options?: Step[]
  illegalMoves?: 'prevent' | 'warn'
  answers?: Steps | null
}

/** The input of a game with a pawn on a7, and its king on h1. */
function inputOf({ options = [], illegalMoves = 'prevent', answers = null }: Situation): SquaresInput {
  const view = { turn: 'white', scene: scene(PROMOTING), steps: steps(options, [refusal]), rulebook: { illegal_moves: illegalMoves } }
  const overlay = { answers, puzzle, puzzleMove: { side: 'white' } }
  const game = { view, store, premoves, overlay, viewpoint: { present: true } } as unknown as SquaresContext
  return new SquaresInput(game, { pieces: view.scene.pieces } as unknown as SquaresBoard)
}
const promotions = ['Q', 'R', 'B', 'N'].map((choice) => step('a7', 'a8', choice))
const reached = (input: SquaresInput, origin: Square): [Square, string][] => [...(input.targets.get(origin) ?? [])]

beforeEach(() => {
  vi.resetAllMocks()
  Object.assign(store, { canMove: true })
  Object.assign(premoves, { open: false, side: null })
})

describe('a move on the board', () => {
  test('that is one step is played', () => {
    const move = step('h1', 'h2')
    inputOf({ options: [move] }).move('h1', 'h2')
    expect(store.play.mock.calls).toEqual([[move]])
  })

  test('that promotes asks what to, and plays what is chosen', () => {
    const input = inputOf({ options: promotions })
    input.move('a7', 'a8')
    expect(input.promotion).toEqual({ origin: 'a7', target: 'a8', choices: ['Q', 'R', 'B', 'N'], piece: 'P', side: 'white' })
    expect(store.play).not.toHaveBeenCalled()
    input.promote('N')
    expect(input.promotion).toBeNull()
    expect(store.play.mock.calls).toEqual([[promotions[3]]])
  })

  test('that the rules refuse is explained, or sent where illegal moves may be tried', () => {
    inputOf({}).move('h1', 'h3')
    expect(store.explain.mock.calls).toEqual([[{ ...refusal, message: 'El rey no llega.', move: ['h1', 'h3'] }]])
    inputOf({ illegalMoves: 'warn' }).move('h1', 'h3')
    expect(store.attempt.mock.calls).toEqual([['h1h3', 'h1', 'h3']])
    expect(store.play).not.toHaveBeenCalled()
  })

  test('that no piece makes is asked about', () => {
    const input = inputOf({})
    input.move('h1', 'a8')
    expect(store.askWhy.mock.calls).toEqual([[['h1a8'], ['h1', 'a8']]])
    expect(input.tries.get('h1')?.get('a8')).toBe('explain')
    expect(store.play).not.toHaveBeenCalled()
    store.canMove = false
    expect(reached(inputOf({}), 'h1')).toEqual([])
    expect(inputOf({}).tries.get('h1')).toBeUndefined()
  })

  test('may go where steps lead, and not before the last one is answered', () => {
    expect(reached(inputOf({ options: promotions }), 'a7')).toEqual([['a8', 'move']])
    expect(reached(inputOf({ illegalMoves: 'warn' }), 'h1')).toEqual([['h3', 'try']])
    store.canMove = false
    expect(reached(inputOf({ options: promotions }), 'a7')).toEqual([])
  })
})

describe('a premove', () => {
  test('is kept instead of played; a promotion is asked for first', async () => {
    Object.assign(premoves, { open: true, side: 'white' })
    premoves.choices.mockReturnValueOnce([]).mockReturnValue(['Q', 'N'])
    const input = inputOf({})
    input.move('h1', 'h2')
    expect(premoves.keep.mock.calls).toEqual([['h1', 'h2', undefined]])
    input.move('a7', 'a8')
    expect(input.promotion?.choices).toEqual(['Q', 'N'])
    input.promote('N')
    expect(premoves.keep.mock.calls.at(-1)).toEqual(['a7', 'a8', 'N'])
    expect(await input.type('Rh2')).toBe(true)
    expect(premoves.keepTyped.mock.calls).toEqual([['Rh2']])
    expect(store.play).not.toHaveBeenCalled()
  })
})

describe('a puzzle', () => {
  test('is answered by a move of its own position, and nothing is played', () => {
    const answers = steps([...promotions, step('h1', 'g1')])
    const input = inputOf({ answers })
    expect(reached(input, 'h1')).toEqual([['g1', 'move']])
    input.move('h1', 'g1')
    input.move('a7', 'a8')
    input.promote('Q')
    expect(puzzle.answer.mock.calls.map(([token]) => token as string)).toEqual(['h1g1', 'a7a8q'])
    expect(store.play).not.toHaveBeenCalled()
  })
})
