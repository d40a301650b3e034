/** The details of the rulebooks that a list of games names, filled in as they arrive. */

import type { Rulebook } from './api/types/rulebooks'
import { rulebook } from './rulebooks'

export class RulebookDetails {
  #books = $state.raw<Record<string, Rulebook>>({})

  get(id: string): Rulebook | undefined {
    return this.#books[id]
  }

  async load(ids: string[]): Promise<void> {
    const wanted = ids.filter((id, index) => !(id in this.#books) && ids.indexOf(id) === index)
    const answers = await Promise.allSettled(wanted.map(rulebook))
    const loaded = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    this.#books = { ...this.#books, ...Object.fromEntries(loaded.map((book) => [book.id, book])) }
  }
}
