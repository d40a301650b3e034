/** Results that an organizer enters: shown at once, sent one after another, taken back where the server refuses. */

import { errorMessage } from '../resource.svelte'
import type { TournamentStore } from './store.svelte'
import type { PairingView, Result, RoundView } from './types'

/** What the keys of an organizer mean, on a board that has the focus. */
const KEYS: Record<string, Result> = {
  '1': '1-0',
  '0': '0-1',
  '=': '1/2-1/2',
  '½': '1/2-1/2',
  '5': '1/2-1/2',
  '+': '+--',
  '-': '--+',
}
export const resultOfKey = (key: string): Result | undefined => KEYS[key]

export class ResultEntry {
  failure = $state<string | null>(null)
  /** By board, what was entered and is not yet in what the server tells. */
  #entered = $state.raw<Record<number, Result>>({})

  constructor(private readonly store: TournamentStore) {}

  shown({ board, result }: PairingView): Result | null {
    return this.#entered[board] ?? result
  }

  /** What the server tells of a round: what it has taken over needs no note any more. */
  take({ pairings }: RoundView): void {
    const left = Object.entries(this.#entered).filter(([board, result]) => pairings.find((each) => each.board === Number(board))?.result !== result)
    if (left.length < Object.keys(this.#entered).length) this.#entered = Object.fromEntries(left)
  }

  /** Another round is shown. */
  forget(): void {
    this.#entered = {}
    this.failure = null
  }

  async set({ round, board }: PairingView, result: Result, more: { margin?: number; reason?: string; of?: 'pairing' | 'game' } = {}): Promise<void> {
    this.failure = null
    // After a game of a knockout the pairing may go on.
    if (more.of !== 'game') this.#entered = { ...this.#entered, [board]: result }
    try {
      await this.store.command({ type: 'set_result', round, board, result, ...more })
    } catch (error) {
      this.#entered = Object.fromEntries(Object.entries(this.#entered).filter(([number]) => Number(number) !== board))
      this.failure = errorMessage(error)
    }
  }
}
