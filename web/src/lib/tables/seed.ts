/** The player's seed for the dice: chosen by the browser, committed first, revealed when all have committed. */

import type { CommandBody, GameView } from '../api/types/game'
import type { Side } from '../api/types/words'
import type { GameStore } from '../game/store.svelte'
import { hashOfHex, toHex } from '../hashing'
import { mySides } from '../me.svelte'
import { recall, remember } from '../storage'
import type { Remembered } from './verdict'

type Seated = Pick<GameView, 'id' | 'can' | 'dice' | 'players'>

const key = (game: string, side: Side): string => `seed.${game}.${side}`

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

function seedOf(game: string, side: Side): string {
  const kept = recall(key(game, side), '', isHash)
  if (kept) return kept
  const seed = toHex(crypto.getRandomValues(new Uint8Array(32)))
  remember(key(game, side), seed)
  return seed
}

/** What the game waits for from the people at this page: a commitment, or the seed behind it. */
function wantedOf(view: Seated): CommandBody | null {
  for (const { side, commitment, seed } of view.dice?.seeds ?? []) {
    if (!mySides(view).includes(side)) continue
    const mine = seedOf(view.id, side)
    if (commitment === null && view.can.includes('commit_seed'))
      return { type: 'commit_seed', side, commitment: hashOfHex(mine) }
    if (commitment !== null && seed === null && view.can.includes('reveal_seed')) return { type: 'reveal_seed', side, seed: mine }
  }
  return null
}

const bringing = new Set<string>()

/** Sends what the game waits for, one thing after another: the other side may do the same at the same moment. */
export async function bringSeeds(store: GameStore, id: string): Promise<void> {
  if (bringing.has(id)) return
  bringing.add(id)
  try {
    for (let seq = -1; store.view && store.view.seq > seq; ) {
      const wanted = wantedOf(store.view)
      if (!wanted) {
        // Another tab was faster: not an error.
        if (seq >= 0) store.clearProblem()
        return
      }
      ;({ seq } = store.view)
      await store.send(wanted)
    }
  } finally {
    bringing.delete(id)
  }
}

const seenKey = (game: string): string => `commitment.${game}`

/** Keeps the commitment of the server as this browser sees it first, while the game is open. */
export function rememberCommitment({ id, dice, outcome }: Pick<GameView, 'id' | 'dice' | 'outcome'>): void {
  if (dice && !outcome && !recall(seenKey(id), '', isHash)) remember(seenKey(id), dice.commitment)
}

/** What this browser was shown or has brought of the seeds of a game. */
export const rememberedSeeds = (game: string): Remembered => ({
  commitment: recall(seenKey(game), '', isHash),
  seeds: { white: recall(key(game, 'white'), '', isHash), black: recall(key(game, 'black'), '', isHash) },
})
