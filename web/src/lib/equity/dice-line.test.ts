import type { PlayedMove } from '$lib/api/types/game'
import { describe, expect, test } from 'vitest'
import { diceLineOfGame, readDiceLine, studyOfGame, throwOf, writeDiceLine, type DiceLine } from './dice-line'

const line: DiceLine = {
  position: 'pp/4/PPPPP/1/PPP/3/ppppp/PPPPP/3/ppp/1/ppppp/4/PP - - w -',
  moves: ['31', '8/5 6/5', '52'],
  ply: 2,
  options: { 'options.killer_queen': true, 'match.length': 5 },
  match: { length: 5, white: 4, black: 0, cube: 2, owner: 'white', crawford: true, crawford_played: true },
}

describe('the analysis board of dice in its address', () => {
  test('is read as it was written', () => {
    expect(readDiceLine(writeDiceLine(line))).toEqual(line)
    expect(writeDiceLine(readDiceLine(''))).toBe('')
  })

  test('what is no such line is left out', () => {
    expect(readDiceLine('?ply=99&moves=,31,,&score=length:x,owner:me,hash:1&options.a.b=1')).toEqual({
      position: null,
      moves: ['31'],
      ply: 1,
      options: {},
      match: null,
    })
  })

  test('a game with its throws, from the turn that is shown; a long one from its position', () => {
    const turn = (ply: number): PlayedMove => ({ ply, roll: '31', move: '8/5 6/5', position: `p${String(ply)}` }) as PlayedMove
    const played = [turn(1), turn(2)]
    expect(diceLineOfGame('s', played, 1, null)).toMatchObject({ position: 's', moves: ['31', '8/5 6/5', '31', '8/5 6/5'], ply: 2 })
    const long = Array.from({ length: 300 }, (_, index) => turn(index + 1))
    expect(diceLineOfGame('s', long, 7, {})).toMatchObject({ position: 'p7', moves: [], ply: 0 })
    const view = { rulebook: { id: 'backgammon' }, start: 's', moves: played, options: null } as never
    expect(studyOfGame(view, 1)).toBeUndefined()
  })

  test('throws are typed in any order', () => {
    expect([' 2 5 ', '5-2', '25', '66', '8/5'].map(throwOf)).toEqual(['52', '52', '52', '66', '8/5'])
  })
})
