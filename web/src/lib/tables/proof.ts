/** The check of a game's dice (docs/dice.md): every roll of the log is derived anew from the seeds. */

import type { DiceFile, GameEvent } from '../api/types/game'
import type { Side } from '../api/types/words'
import { hashOfHex } from '../hashing'
import { rollOf, written, type Seeds, type Roll } from './rolls'

/** The first thing that is not as it should be; `reason` has its sentence in the catalogue (`error.dice_…`). */
export class DiceFault extends Error {
  constructor(
    readonly reason: 'log' | 'not_revealed' | 'server_seed' | 'player_seed' | 'seed_order' | 'roll' | 'file',
    readonly details: Record<string, string | number> = {},
  ) {
    super(reason)
  }
}

/** How many rolls follow from the seeds, and how many were given with the start of the game. */
export interface Checked {
  derived: number
  given: number
}

/** Throws `DiceFault`. */
export function verify(file: DiceFile): Checked {
  file.events.forEach((event, index) => {
    if (event.seq !== index + 1) throw new DiceFault('log', { seq: index + 1 })
  })
  const told = file.events.find(({ type }) => type === 'revealed')
  if (!told) throw new DiceFault('not_revealed')
  const server = text(told, 'server_seed')
  if (hashOf(server) !== file.commitment) throw new DiceFault('server_seed')
  const own = playersSeeds(file)
  return followed(file.events, { game: file.game, server, white: own.get('white') ?? '', black: own.get('black') ?? '' })
}

/** The seeds of the seats: all committed before the first was revealed, all revealed before the first roll. */
function playersSeeds({ seats, events }: DiceFile): Map<Side, string> {
  const commitments = new Map<Side, string>()
  const seeds = new Map<Side, string>()
  for (const event of events) {
    const { type, by, seq } = event
    const outOfOrder = new DiceFault('seed_order', { seq })
    if (type === 'seed_committed' && by) {
      if (seeds.size > 0 || commitments.has(by)) throw outOfOrder
      commitments.set(by, text(event, 'commitment'))
    } else if (type === 'seed_revealed' && by) {
      if (!isThose(commitments, seats) || seeds.has(by)) throw outOfOrder
      const seed = text(event, 'seed')
      if (hashOf(seed) !== commitments.get(by)) throw new DiceFault('player_seed', { seq })
      seeds.set(by, seed)
    } else if ((type === 'opened' || (type === 'rolled' && event.data.number !== null)) && !isThose(seeds, seats)) {
      throw outOfOrder
    }
  }
  return seeds
}

const isThose = (known: Map<Side, string>, seats: Side[]): boolean =>
  known.size === seats.length && seats.every((seat) => known.has(seat))

/** Compares every roll along the moves that were not taken back. */
function followed(events: GameEvent[], seeds: Seeds): Checked {
  let number = 0
  let given = 0
  let derived = 0
  const before: number[] = []
  for (const event of events) {
    const { type, seq, data } = event
    if (type === 'opened') {
      const rolls = data.throws as Roll[]
      const last = rolls.at(-1)
      const right =
        derived === 0 &&
        given === 0 &&
        last !== undefined &&
        last[0] !== last[1] &&
        rolls.slice(0, -1).every(([first, second]) => first === second) &&
        rolls.every((rolled, index) => String(rolled) === String(rollOf(seeds, index + 1))) &&
        data.swapped === last[1] > last[0]
      if (!right) throw new DiceFault('roll', { seq, number: 1 })
      number = rolls.length - 1
      derived = rolls.length
    } else if (type === 'rolled' && data.number === null && derived === 0) {
      given++
    } else if (type === 'rolled') {
      number++
      if (data.number !== number || data.roll !== written(rollOf(seeds, number))) {
        throw new DiceFault('roll', { seq, number })
      }
      derived = Math.max(derived, number)
    } else if (type === 'moved') {
      before.push(number)
    } else if (type === 'undone') {
      const plies = Number(data.plies)
      const back = plies > 0 ? before.at(-plies) : undefined
      if (back === undefined || plies > before.length) throw new DiceFault('log', { seq })
      number = back
      before.length -= plies
    }
  }
  return { derived, given }
}

function text(event: GameEvent, name: string): string {
  const value = event.data[name]
  if (typeof value !== 'string') throw new DiceFault('file', { fault: name })
  return value
}

function hashOf(seed: string): string {
  try {
    return hashOfHex(seed)
  } catch {
    throw new DiceFault('file', { fault: seed.slice(0, 80) })
  }
}
