import { expect, test } from 'vitest'
import type { Scene } from '../api/types/board'
import type { GameUpdate, GameView, PlayedMove } from '../api/types/game'
import { leavesGap, updated } from './updated'

const scene: Scene = {
  kind: 'grid',
  files: 8,
  ranks: 8,
  holes: [],
  pieces: { e1: 'K', e7: 'P', d8: 'r', e8: 'k' },
  check: null,
  captured: { white: ['q'], black: [] },
  hands: null,
  promoted: [],
  checks_left: null,
  moves_left: null,
  dice: null,
  dice_kinds: null,
  region: [],
}

const move = (ply: number): PlayedMove => ({
  ply,
  by: ply % 2 ? 'white' : 'black',
  move: `m${String(ply)}`,
  san: { es: '', en: '' },
  origin: 'a1',
  target: 'a2',
  position: `after ${String(ply)}`,
  check: null,
  told: [],
  at: 0,
  roll: null,
  number: null,
  cube: 1,
  stood_in: false,
  steps: [],
})

const fact = { captured: null, checks_left: null }

const view: GameView = {
  id: 'x',
  formats: ['pgn'],
  seq: 2,
  rulebook: { id: 'clasico', names: { es: '', en: '' }, hash: '', illegal_moves: 'prevent', offers: ['draw'] },
  created_at: 0,
  casual: true,
  rated: false,
  options: {},
  delay: 0,
  late: false,
  imported: false,
  players: {
    white: { kind: 'human', name: '', level: null, engine: null, person: null, bot: false },
    black: { kind: 'human', name: '', level: null, engine: null, person: null, bot: false },
  },
  swapped: false,
  start: 'start',
  position: 'after 2',
  turn: 'white',
  moves: [move(1), move(2)],
  facts: [fact, fact, fact],
  scene,
  steps: { options: [], confirmable: true, refused: [], protected: [], lost: [] },
  clock: {
    kind: 'fischer',
    initial_ms: 1000,
    increment_ms: 0,
    spec: { kind: 'fischer', initial_ms: 1000, increment_ms: 0 },
    white_ms: 1000,
    black_ms: 1000,
    running: null,
    at: 0,
    now: 0,
  },
  berserk: [],
  offers: [{ offer: 'draw', by: 'black', value: null }],
  answer: null,
  claims: [],
  dice: null,
  cube: null,
  match: null,
  stakes: { white: [], black: [] },
  can: ['move', 'resign'],
  thinking: false,
  last_refusal: null,
  outcome: null,
}

const { ply, by, san, origin, target, at } = move(3)

const update: GameUpdate = {
  seq: 4,
  after: 1,
  ply: 1,
  scene: { kind: 'grid', files: 8, ranks: 8, pieces: scene.pieces, captured: { white: ['q'], black: [] } },
  moves: [move(2), { ply, by, move: 'm3', san, origin, target, at, position: 'after 3' }],
  facts: [fact, fact],
  turn: 'black',
  clock: { white_ms: 900, black_ms: 1000, running: 'black', at: 5, now: 5 },
  can: ['resign'],
}

test('moves follow those that are known, however many of them come once more', () => {
  const { moves, facts, seq, position, clock } = updated(view, update)
  expect(moves).toEqual([move(1), move(2), move(3)])
  expect(facts).toHaveLength(4)
  expect({ seq, position }).toEqual({ seq: 4, position: 'after 3' })
  expect(clock).toEqual({ ...view.clock, white_ms: 900, running: 'black', at: 5, now: 5 })
})

test('what is not named is nothing, what never changes stays', () => {
  const now = updated(view, update)
  expect(now.offers).toEqual([])
  expect(now.steps).toEqual({ options: [], confirmable: false, refused: [], protected: [], lost: [] })
  expect(now.rulebook).toBe(view.rulebook)
  expect(now.scene).toEqual(scene)
  expect(Object.keys(now).sort()).toEqual(Object.keys(view).sort())
})

test('what is told beside the board after a move alone is what the scene says', () => {
  const { moves, facts, ...rest } = update
  const now = updated(view, { ...rest, ply: 2, moves: moves?.slice(1) ?? [] })
  expect(facts).toHaveLength(2)
  expect(now.facts).toEqual([fact, fact, fact, { captured: scene.captured, checks_left: null }])
})

test('an update that begins after what is known leaves a gap', () => {
  expect(leavesGap(view, update)).toBe(false)
  expect(leavesGap(view, { ...update, after: 3 })).toBe(true)
})

test('steps in few bytes are those that the page draws', () => {
  const { steps } = updated(view, {
    ...update,
    steps: {
      options: {
        e1: [['e2', 'Ke2', 'Re2']],
        e7: [['d8', 'exd8=Q', 'exd8=D', { token: 'e7d8q', choice: 'Q', effects: [['e7', 'P', ''], ['d8', 'r', 'Q']] }]],
      },
      refused: [
        {
          reason: 'king_in_check',
          clause: 'C-5',
          places: ['d8'],
          message: { es: 'No.', en: 'No.' },
          steps: { e1: ['d1', ['d2', 'e1d2x']] },
        },
      ],
    },
  })
  expect(steps.options).toEqual([
    {
      token: 'e1e2',
      label: 'Ke2',
      labels: { es: 'Re2', en: 'Ke2' },
      origin: 'e1',
      target: 'e2',
      choice: '',
      effects: [['e1', 'K', ''], ['e2', '', 'K']],
      told: [],
    },
    {
      token: 'e7d8q',
      label: 'exd8=Q',
      labels: { es: 'exd8=D', en: 'exd8=Q' },
      origin: 'e7',
      target: 'd8',
      choice: 'Q',
      effects: [['e7', 'P', ''], ['d8', 'r', 'Q']],
      told: [],
    },
  ])
  expect(steps.refused.map(({ token, origin, target }) => [token, origin, target])).toEqual([
    ['e1d1', 'e1', 'd1'],
    ['e1d2x', 'e1', 'd2'],
  ])
})
