import { describe, expect, test } from 'vitest'
import { readDiceLine, studyOfGame, rollOf, writeRules } from './dice-line'

const rules = {
  options: { 'options.killer_queen': true, 'match.length': 5 },
  match: { length: 5, white: 4, black: 0, cube: 2, owner: 'white' as const, crawford: true, crawford_played: true },
}

describe('the analysis board of dice in its address', () => {
  test('its rules are read as they were written', () => {
    const query = new URLSearchParams()
    writeRules(query, rules)
    expect(readDiceLine(query.toString())).toMatchObject(rules)
    const none = new URLSearchParams()
    writeRules(none, readDiceLine(''))
    expect(none.toString()).toBe('')
  })

  test('rolls and turns are read with their variations; what is no such thing is left out', () => {
    expect(readDiceLine('?moves=31,8/5+6/5,(,64,24/14,)&ply=2&position=pp/4&game=abc&after=7')).toEqual({
      position: 'pp/4',
      tokens: ['31', '8/5 6/5', '(', '64', '24/14', ')'],
      ply: 2,
      at: null,
      options: {},
      match: null,
      game: 'abc',
      after: 7,
    })
    expect(readDiceLine('?ply=x&moves=,31,,&score=length:x,owner:me,hash:1&options.a.b=1')).toMatchObject({
      position: null,
      tokens: ['31'],
      ply: null,
      options: {},
      match: null,
    })
  })

  test('a game is named; not where it is not known what rules were set', () => {
    const view = { id: 'g', rulebook: { id: 'backgammon' }, options: {} } as never
    expect(studyOfGame(view, 3)).toBe('/analysis/backgammon?game=g&after=3')
    expect(studyOfGame({ ...(view as object), options: null } as never, 1)).toBeUndefined()
  })

  test('rolls are typed in any order', () => {
    expect([' 2 5 ', '5-2', '25', '66', '8/5'].map(rollOf)).toEqual(['52', '52', '52', '66', '8/5'])
  })
})
