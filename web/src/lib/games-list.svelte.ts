/** A list of stored games, read page by page. */

import { api } from './api/client'
import type { GamesAsked, GamesPage, GameSummary } from './api/types/games'
import { errorMessage } from './resource.svelte'
import { RulebookDetails } from './rulebook-details.svelte'
import { myself } from './me.svelte'

const PAGE_LENGTH = 20

export class GamesList {
  readonly books = new RulebookDetails()
  /** Null until loaded. */
  games = $state.raw<GameSummary[] | null>(null)
  failure = $state<string | null>(null)
  next = $state<string | null>(null)
  #asked: Omit<GamesAsked, 'limit'> = {}
  /** An answer to an older question comes too late. */
  #question = 0

  /** `find`: how a page is asked for. */
  constructor(private readonly find: (asked: GamesAsked) => Promise<GamesPage> = api.games) {}

  /** Begins anew. What was found before stays until the answer is there. */
  ask(asked: Omit<GamesAsked, 'limit'>): Promise<void> {
    this.#asked = asked
    return this.#read([])
  }

  /** Reads the next page; answers the first of its games. */
  async more(): Promise<string | undefined> {
    const before = this.games ?? []
    await this.#read(before, this.next ?? undefined)
    return this.games?.[before.length]?.id
  }

  async #read(known: GameSummary[], before?: string): Promise<void> {
    const question = ++this.#question
    this.failure = null
    try {
      if (this.#asked.mine) await myself.know()
      const { games, next } = await this.find({ ...this.#asked, limit: PAGE_LENGTH, before })
      if (question !== this.#question) return
      this.games = [...known, ...games]
      this.next = next
      await this.books.load(games.map(({ rulebook }) => rulebook))
    } catch (error) {
      if (question === this.#question) this.failure = errorMessage(error)
    }
  }
}
