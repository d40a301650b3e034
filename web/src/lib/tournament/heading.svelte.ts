/** The heading of a tournament as an organizer types it. What another one has written meanwhile is not lost. */

import { ApiError } from '../api/client'
import type { TournamentStore } from './store.svelte'
import type { Heading } from './types'

export class HeadingForm {
  typed: Heading
  /** What was there when it was typed. */
  #seen: Heading

  constructor(heading: Heading) {
    this.typed = $state({ ...heading })
    this.#seen = heading
  }

  get deputies(): string {
    return this.typed.deputies.join('\n')
  }

  set deputies(names: string) {
    this.typed.deputies = names.split('\n')
  }

  /** Sends what has changed. After a refusal the fields that were not touched show what is there now. */
  async save(store: Pick<TournamentStore, 'command' | 'refresh' | 'view'>): Promise<void> {
    const deputies = this.deputies.split('\n').flatMap((name) => name.trim() || [])
    try {
      await store.command({ type: 'set_heading', heading: { ...this.typed, deputies }, base: this.#seen })
      if (store.view) this.#show(store.view.heading, {})
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await store.refresh()
      if (store.view) this.#show(store.view.heading, this.#touched())
      throw error
    }
  }

  #show(now: Heading, touched: Partial<Heading>): void {
    this.typed = { ...now, ...touched }
    this.#seen = now
  }

  #touched(): Partial<Heading> {
    const seen = Object.entries(this.#seen)
    return Object.fromEntries(Object.entries(this.typed).filter(([name, value]) => !seen.some(([other, before]) => name === other && String(before) === String(value))))
  }
}
