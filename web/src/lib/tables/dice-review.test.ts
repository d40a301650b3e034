// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { AnalysisView, DiceReport } from '../api/types/analysis'
import type { GameView } from '../api/types/game'
import { speech } from '../i18n.svelte'
import { courseOf, DiceReview, marksOf, reportText } from './dice-review.svelte'

const chances = { win: 0.5, win_gammon: 0.1, win_backgammon: 0, lose_gammon: 0.1, lose_backgammon: 0, drawn: 0 }
const rated = (move: string, is_played: boolean, after = '24 - - b -') =>
  ({ move, text: move, equity: 0, loss: 0, chances, ply: 1, is_played, after })
const turn = (ply: number, win: number, sign: string) => ({
  ply,
  side: ply % 2 ? 'white' : 'black',
  dice: '31',
  move: '8/5 6/5',
  text: '8/5 6/5',
  grade: sign ? 'very_bad' : 'best',
  sign,
  comment: 'Se dijo.',
  reasons: ply === 1 ? ['Por esto.'] : [],
  before: { win: 0.5, drawn: 0, equity: 0 },
  after: { win, drawn: 0.1, equity: 0 },
  turns: [rated('24/21 24/23', false), rated('8/5 6/5', true)],
})
const cube = { ply: 1, side: 'black', act: 'double', best: 'no_double', sign: '?', text: 'Negras: dobla.' }
const report = {
  kind: 'points',
  turns: [turn(1, 0.6, '??'), turn(2, 0.2, '')],
  cube: [cube],
  players: [{ text: 'Blancas: PR 3' }],
  text: 'Resultado',
  method: 'A 1-ply',
} as unknown as DiceReport
const moves = [{ move: '8/5 6/5' }, { move: '8/5 6/5' }]

function reviewOf(shown: number, played = moves): DiceReview {
  const game = { id: '12345678-9', view: { outcome: {}, moves: played } as unknown as GameView<unknown> }
  const review = new DiceReview(game, { shown })
  review.analysis.view = { state: 'done', report } as unknown as AnalysisView
  return review
}

beforeEach(() => {
  speech.lang = 'es'
})

test('an alternative is shown with its end and its arrows, the turn that was played is not', () => {
  const review = reviewOf(1)
  expect([review.alternative, review.placement, review.arrows]).toEqual([null, null, []])
  review.choose('24/21 24/23')
  expect(review.arrows).toEqual([['24', '21'], ['24', '23']])
  expect(review.placement?.['5']).toBe('')
  review.choose('8/5 6/5')
  expect(review.alternative).toBeNull()
  expect(review.cube).toEqual([])
  expect(reviewOf(2).cube).toEqual([cube])
  expect(review.signs).toEqual({ 1: { sign: '??', words: 'muy mala jugada' } })
})

test('the report of a game that went on otherwise is none', () => {
  expect(reviewOf(1, [{ move: '8/5 6/5' }]).report).toBeNull()
  expect(reviewOf(1, [{ move: '8/5 6/5' }, { move: 'pass' }]).report).toBeNull()
  expect(reviewOf(1).report).toBe(report)
})

test('its course, its marks and its text', () => {
  expect(courseOf(report).map((each) => each.toFixed(2))).toEqual(['0.50', '0.65', '0.25'])
  expect(marksOf(report)).toEqual([{ ply: 1, kind: 'blunder' }])
  expect(reportText(report, 'Chessgammon').split('\n')).toEqual([
    'Chessgammon', '', '1. Blancas, 3-1: 8/5 6/5??', '    Se dijo.', '    Por esto.', '    Negras: dobla.',
    '2. Negras, 3-1: 8/5 6/5', '    Se dijo.', '', 'Blancas: PR 3', 'Resultado', 'A 1-ply', '',
  ])
})
