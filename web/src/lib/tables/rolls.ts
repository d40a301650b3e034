/** Rolls derived from seeds, as docs/dice.md says: an independent implementation, so that nobody has to trust the server. */

import { fromHex, keyedHash } from '../hashing'

/** Seeds in hexadecimal; the players' are empty where none was brought. */
export interface Seeds {
  game: string
  server: string
  white: string
  black: string
}

export type Roll = [number, number]

const FACES = 6
/** Bytes from here on would favour the low faces: they are dropped. */
const FAIR = 256 - (256 % FACES)

/** The `number`-th roll of a game, from 1. */
export function rollOf({ game, server, white, black }: Seeds, number: number): Roll {
  const key = fromHex(server)
  const dice: number[] = []
  for (let block = 0; ; block++) {
    const message = [white, black, game, String(number), String(block)].join(':')
    for (const byte of keyedHash(key, message)) {
      if (byte < FAIR) dice.push((byte % FACES) + 1)
    }
    const [first, second] = dice
    if (first !== undefined && second !== undefined) return [first, second]
  }
}

/** A roll as games write it, the larger die first. */
export const written = ([first, second]: Roll): string => `${String(Math.max(first, second))}${String(Math.min(first, second))}`
