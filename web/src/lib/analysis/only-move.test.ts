import { describe, expect, it } from 'vitest'
import type { LookView } from '../api/types/analysis'
import { onlyMove } from './only-move'

const seen = (...found: [move: string, expected: number, score: string][]): LookView => ({
  standing: null,
  text: '',
  lines: found.map(([move, expected, score]) => ({
    line: { move, origin: '', target: '', text: '', moves: [], words: [] },
    standing: { expected, score, text: '' },
  })),
})

describe('a puzzle goes on', () => {
  it('where any other move would be a blunder', () => {
    expect(onlyMove(seen(['a', 0.7, '+1.00'], ['b', 0.4, '−0.50']), 'white')).toBe('a')
    expect(onlyMove(seen(['a', 0.3, '−1.00'], ['b', 0.6, '+0.50']), 'black')).toBe('a')
  })
  it('where one move mates sooner than the others', () => {
    expect(onlyMove(seen(['a', 1, '#1'], ['b', 1, '#3']), 'white')).toBe('a')
    expect(onlyMove(seen(['a', 0, '#−2'], ['b', 0, '#−4']), 'black')).toBe('a')
    expect(onlyMove(seen(['a', 1, '#2'], ['b', 0.95, '+9.00']), 'white')).toBe('a')
  })
  it('but not where there is a choice, nothing to be hoped for, or nothing to choose', () => {
    expect(onlyMove(seen(['a', 0.6, '+0.50'], ['b', 0.5, '0.00']), 'white')).toBeNull()
    expect(onlyMove(seen(['a', 1, '#2'], ['b', 1, '#2']), 'white')).toBeNull()
    expect(onlyMove(seen(['a', 0.3, '−1.00'], ['b', 0, '#−1']), 'white')).toBeNull()
    expect(onlyMove(seen(['a', 0, '#−2'], ['b', 0, '#−1']), 'white')).toBeNull()
    expect(onlyMove(seen(['a', 1, '#1']), 'white')).toBeNull()
    expect(onlyMove(seen(), 'white')).toBeNull()
  })
})
