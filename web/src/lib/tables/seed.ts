/** A seed of one's own for the dice: chosen by the browser, committed to first, told when everybody has committed. */

import type { GameView, Side } from '../api/types'
import type { GameStore } from '../game/store.svelte'
import { recall, remember } from '../storage'

const key = (game: string, side: Side): string => `seed.${game}.${side}`

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const isSeed = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** Where the browser can hash: on this machine, or behind https. */
export const canBringSeeds = (): boolean => 'subtle' in crypto

function seedOf(game: string, side: Side): string {
  const kept = recall(key(game, side), '', isSeed)
  if (kept) return kept
  const seed = hex(crypto.getRandomValues(new Uint8Array(32)))
  remember(key(game, side), seed)
  return seed
}

/** Sends what the game waits for from the people at this page: a commitment, or the seed behind it. */
export async function bringSeeds(store: GameStore, view: Pick<GameView, 'id' | 'can' | 'dice' | 'players'>): Promise<void> {
  for (const { side, commitment, seed } of view.dice?.seeds ?? []) {
    if (view.players[side].kind !== 'human') continue
    const mine = seedOf(view.id, side)
    if (commitment === null && view.can.includes('commit_seed')) {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', fromHex(mine)))
      await store.send({ type: 'commit_seed', side, commitment: hex(digest) })
      return
    }
    if (commitment !== null && seed === null && view.can.includes('reveal_seed')) {
      await store.send({ type: 'reveal_seed', side, seed: mine })
      return
    }
  }
}
