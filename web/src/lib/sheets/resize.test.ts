import { describe, expect, it } from 'vitest'
import { resized } from './resize'

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const WHOLE = { files: 8, ranks: 8 }

describe('a start position on a board of another size', () => {
  it('loses empty ranks in the middle first', () => {
    expect(resized(START, WHOLE, { files: 8, ranks: 6 }, [])).toEqual({
      position: 'rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      left: [],
    })
  })

  it('loses its last files, and names who stood there', () => {
    const { position, left } = resized(START, WHOLE, { files: 6, ranks: 8 }, [])
    expect(position).toBe('rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1')
    expect(left.map(([square]) => square).sort()).toEqual(['g1', 'g2', 'g7', 'g8', 'h1', 'h2', 'h7', 'h8'])
  })

  it('keeps both armies at their edges where ranks with pieces must go', () => {
    const { position, left } = resized(START, WHOLE, { files: 8, ranks: 3 }, [])
    const rows = position.split(' ')[0]?.split('/')
    expect([rows?.[0], rows?.[2]]).toEqual(['rnbqkbnr', 'RNBQKBNR'])
    expect(left).toHaveLength(8)
  })

  it('grows in the middle', () => {
    const small = 'rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1'
    expect(resized(small, { files: 6, ranks: 6 }, WHOLE, []).position).toBe(
      'rnqknr2/pppppp2/8/8/8/8/PPPPPP2/RNQKNR2 w - - 0 1',
    )
  })

  it('takes pieces off squares that do not exist any more', () => {
    const { position, left } = resized(START, WHOLE, WHOLE, ['a1'])
    expect(position.split(' ').slice(0, 3)).toEqual(['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR', 'w', '-'])
    expect(left).toEqual([['a1', 'R']])
  })
})
