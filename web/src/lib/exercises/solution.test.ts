import { describe, expect, test } from 'vitest'
import type { Exercise, Solution } from '../api/types/exercises'
import { readLine } from '../analysis/study-line'
import { readDiceLine } from '../equity/dice-line'
import { editsOf } from '../study/edits'
import { boardOf, movesOf, solutionTree } from './solution'

const asked = (more: Partial<Exercise>): Exercise => ({ rulebook: 'clasico', task: 'win-in', position: 'p w', ...more }) as Exercise
const solution = (line: string[], rest: string[] = []): Solution => ({ line, rest }) as unknown as Solution
const search = (address: string): string => new URL(address, 'http://here').search

describe('an exercise that is over', () => {
  test('opens on the board of its rules at its position, with what follows as moves', () => {
    const address = boardOf(asked({ rulebook: 'ab12' }), solution(['d1h5', 'g8f6'], ['h5f7']), { family: 'chess' })
    expect(address).toMatch(/^\/analysis\/ab12\?/)
    expect(readLine(search(address))).toMatchObject({ position: 'p w', tokens: ['d1h5', 'g8f6', 'h5f7'], ply: 0 })
  })

  test('of a roll has the turn with its spaces', () => {
    const address = boardOf(asked({ rulebook: 'backgammon', task: 'turn' }), solution(['8/5 6/5']), { family: 'tables' })
    expect(readDiceLine(search(address))).toMatchObject({ position: 'p w', tokens: ['8/5 6/5'], ply: 0 })
  })

  test('about the cube has its position alone', () => {
    const cube = asked({ rulebook: 'backgammon', task: 'cube' })
    expect(movesOf(cube, solution(['double-take']))).toEqual([])
    expect(search(boardOf(cube, solution(['double-take']), { family: 'tables' }))).toBe('?position=p+w')
  })

  test('becomes the moves of a study, below what was asked', () => {
    const tree = solutionTree(asked({}), solution(['d1h5', 'g8f6']), 'White to win')
    expect(editsOf(tree, 'c')).toMatchObject([
      { type: 'comment', node: '', text: 'White to win' },
      { type: 'add', parent: '', move: 'd1h5' },
      { type: 'add', move: 'g8f6' },
    ])
  })
})
