import { describe, expect, it } from 'vitest'
import type { PlayedMove } from '../api/types/game'
import { lineOfGame, readLine, writeLine } from './study-line'

const move = (token: string, position: string, roll: string | null = null) => ({ move: token, position, roll }) as PlayedMove

describe('a line in an address', () => {
  it('is read as it was written', () => {
    const line = { position: '8/8/8 w - - 0 1', moves: ['e2e4', 'P@e5', '0000'], ply: 1 }
    expect(readLine(writeLine(line))).toEqual(line)
    expect(readLine('')).toEqual({ position: null, moves: [], ply: 0 })
    expect(writeLine({ position: null, moves: [], ply: 0 })).toBe('')
  })
  it('shows all of it where nothing sensible is said', () => {
    expect(readLine('?moves=a2a3+a7a6').ply).toBe(2)
    expect(readLine('?moves=a2a3&ply=9').ply).toBe(1)
    expect(readLine('?moves=a2a3&ply=-1').ply).toBe(1)
  })
  it('holds a game with its throws, or a position of one that is too long', () => {
    const played = [move('e2e4', 'A', '12'), move('e7e5', 'B', '34')]
    expect(lineOfGame('S', played, 1)).toEqual({ position: 'S', moves: ['12', 'e2e4', '34', 'e7e5'], ply: 2 })
    const long = Array.from({ length: 301 }, (_, index) => move('e2e4', String(index)))
    expect(lineOfGame('S', long, 5)).toEqual({ position: '4', moves: [], ply: 0 })
    expect(lineOfGame('S', long, 0).position).toBe('S')
  })
})
