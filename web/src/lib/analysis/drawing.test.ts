import { describe, expect, it } from 'vitest'
import type { AnalysedMove, AnalysisReport } from '../api/types/analysis'
import { arrowOf, bestAfter, courseOf, curve, plyAt, standingAfter } from './drawing'

const line = (origin: string, target: string) => ({ move: origin + target, origin, target, text: '', moves: [], words: [] })
const standing = (expected: number) => ({ expected, score: '', text: '' })
const move = (ply: number, expected: number): AnalysedMove => ({
  ply,
  side: 'white',
  move: '',
  grade: 'best',
  sign: '',
  loss: 0,
  standing: standing(expected),
  text: '',
  best: line(`a${String(ply)}`, 'h8'),
  reply: null,
})
const report: AnalysisReport = { kind: 'result', start: standing(0.5), moves: [move(1, 0.75), move(2, 0)], next: line('b1', 'b2'), moments: [], puzzles: [], players: [] }

describe('an analysis as it is drawn', () => {
  it('knows how it stood, and what was best then', () => {
    expect([0, 1, 2].map((ply) => standingAfter(report, ply).expected)).toEqual([0.5, 0.75, 0])
    expect([0, 1, 2].map((ply) => bestAfter(report, ply)?.origin)).toEqual(['a1', 'a2', 'b1'])
    expect(bestAfter({ ...report, next: null }, 2)).toBeNull()
  })
  it('has arrows only from square to square', () => {
    expect(arrowOf(line('e2', 'e4'))).toEqual([['e2', 'e4']])
    expect(arrowOf(line('N@', 'e4'))).toEqual([])
    expect(arrowOf(line('', ''))).toEqual([])
    expect(arrowOf({ origin: 'e2', target: null })).toEqual([])
    expect(arrowOf(null)).toEqual([])
  })
  it('has a curve that rises where White is better', () => {
    expect(curve(courseOf(report))).toEqual([[0, 50], [1, 25], [2, 100]])
    expect([plyAt(0, 10), plyAt(0.52, 10), plyAt(2, 10)]).toEqual([0, 5, 10])
  })
})
