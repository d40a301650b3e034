/** Two players of a round that an organizer exchanges, before anybody has a result. */

import { Task } from '../task.svelte'
import type { TournamentStore } from './store.svelte'
import type { EntrantView, PairingView } from './types'

export class Exchange {
  /** Who is picked; null while nobody is to be exchanged. */
  picked = $state.raw<EntrantView[] | null>(null)
  readonly task = new Task()

  constructor(private readonly store: Pick<TournamentStore, 'command'>) {}

  begin(): void {
    this.picked = []
  }

  end(): void {
    this.picked = null
  }

  toggle(): void {
    this.picked = this.picked ? null : []
  }

  has({ number }: EntrantView): boolean {
    return this.picked?.some((each) => each.number === number) ?? false
  }

  /** Picks a player, or puts them back. */
  pick(player: EntrantView): void {
    if (!this.picked) return
    this.picked = this.has(player) ? this.picked.filter(({ number }) => number !== player.number) : [...this.picked, player]
  }

  /** Exchanges two players in the pairings of a round. */
  make(pairings: PairingView[], one: EntrantView, other: EntrantView, reason: string): void {
    const swap = (number: number): number => (number === one.number ? other.number : number === other.number ? one.number : number)
    const pairs = pairings.map(({ white, black }): [number, number] => [swap(white.number), swap(black.number)])
    void this.task.run(async () => {
      await this.store.command({ type: 're_pair', pairs, reason })
      this.end()
    })
  }
}
