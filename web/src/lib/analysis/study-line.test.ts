import { describe, expect, it } from 'vitest'
import { readLine } from './study-line'

const nothing = { position: null, options: {}, tokens: [], ply: null, at: null, game: null, after: null }

describe('the analysis board in its address', () => {
  it('is a position, moves with variations, and what is shown', () => {
    expect(readLine('?position=8/8/8+w+-+-+0+1&moves=e2e4+(d2d4)+P@e5+0000&ply=1')).toEqual({
      ...nothing,
      position: '8/8/8 w - - 0 1',
      tokens: ['e2e4', '(', 'd2d4', ')', 'P@e5', '0000'],
      ply: 1,
    })
    expect(readLine('')).toEqual(nothing)
    expect(readLine('?moves=a2a3&ply=-1&at=x')).toEqual({ ...nothing, tokens: ['a2a3'] })
  })
  it('names the game that it begins with', () => {
    expect(readLine('?game=abc&after=3')).toEqual({ ...nothing, game: 'abc', after: 3 })
    expect(readLine('?game=abc&after=x')).toEqual({ ...nothing, game: 'abc' })
  })
})
