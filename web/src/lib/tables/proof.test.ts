import { expect, test } from 'vitest'
import type { DiceFile, GameEvent } from '../api/types/game'
import { hashOfHex } from '../hashing'
import fixture from './proof.fixture.json'
import { DiceFault, verify } from './proof'
import { rollOf } from './rolls'
import { verdictOn } from './verdict'

/** A game with seeds of both players, a tie at the opening, and turns taken back; tests/match checks it too. */
const honest = (): DiceFile => structuredClone(fixture.file) as unknown as DiceFile

const events = (file: DiceFile, type: string): GameEvent[] => file.events.filter((event) => event.type === type)

const dataOf = (file: DiceFile, type: string, place = 0): Record<string, unknown> => {
  const data = events(file, type).at(place)?.data
  if (!data) throw new Error(`there is no ${type}`)
  return data
}

test('rolls are those that the other program derives', () => {
  for (const { roll: expected, number, ...seeds } of fixture.vectors) expect(rollOf(seeds, number)).toEqual(expected)
})

test('a hash is that of the standard', () => {
  expect(hashOfHex('616263')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('an honest game follows from its seeds', () => {
  const file = honest()
  expect(verify(file)).toEqual({ derived: dataOf(file, 'rolled', -1).number, given: 0 })
})

const forgeries: [name: string, reason: DiceFault['reason'], (file: DiceFile) => void][] = [
  ['a roll', 'roll', (file) => (dataOf(file, 'rolled', 2).roll = dataOf(file, 'rolled', 2).roll === '61' ? '52' : '61')],
  ['a roll after turns were taken back', 'roll', (file) => (dataOf(file, 'rolled', -1).roll = '99')],
  ['a number', 'roll', (file) => (dataOf(file, 'rolled', 1).number = null)],
  ['a roll left out of the opening', 'roll', (file) => (dataOf(file, 'opened').throws as unknown[]).shift()],
  ['who begins', 'roll', (file) => (dataOf(file, 'opened').swapped = !dataOf(file, 'opened').swapped)],
  ['the game', 'roll', (file) => (file.game = file.game.replace('1', '7'))],
  ['the seed of the server', 'server_seed', (file) => (dataOf(file, 'revealed').server_seed = '00'.repeat(32))],
  ['a seed that is none', 'file', (file) => (dataOf(file, 'revealed').server_seed = 'zz')],
  ['the commitment', 'server_seed', (file) => (file.commitment = '00'.repeat(32))],
  ['the seed of a player', 'player_seed', (file) => (dataOf(file, 'seed_revealed').seed = '77'.repeat(32))],
  ['a seat', 'seed_order', (file) => (file.seats = ['white'])],
  ['an event left out', 'log', (file) => file.events.splice(8, 1)],
  ['turns taken back that were not played', 'log', (file) => (dataOf(file, 'undone').plies = 40)],
  ['a game that goes on', 'not_revealed', (file) => file.events.pop()],
]

test.each(forgeries)('forged: %s', (_name, reason, forge) => {
  const file = honest()
  forge(file)
  try {
    verify(file)
  } catch (fault) {
    expect(fault).toBeInstanceOf(DiceFault)
    expect((fault as DiceFault).reason).toBe(reason)
    return
  }
  expect.unreachable('the forgery was not noticed')
})

test('what this browser was shown before counts too', () => {
  const file = honest()
  const mine = String(dataOf(file, 'seed_revealed').seed)
  const side = events(file, 'seed_revealed')[0]?.by ?? 'white'
  const nothing = { commitment: '', seeds: {} }
  expect(verdictOn(file, nothing).state).toBe('verified')
  expect(verdictOn(file, { commitment: file.commitment, seeds: { [side]: mine } }).state).toBe('verified')
  const changed = { state: 'broken', key: 'ui.dice.changed', details: {} }
  expect(verdictOn(file, { ...nothing, commitment: '00'.repeat(32) })).toEqual(changed)
  expect(verdictOn(file, { ...nothing, seeds: { [side]: '00'.repeat(32) } })).toEqual(changed)
  dataOf(file, 'rolled', -1).roll = '99'
  expect(verdictOn(file, nothing)).toMatchObject({ state: 'broken', key: 'error.dice_roll' })
  file.events.pop()
  expect(verdictOn(file, nothing)).toEqual({ state: 'committed' })
})
