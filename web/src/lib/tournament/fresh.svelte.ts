/** Data that is loaded again and again; of several answers the one that was asked for last counts. */

import { errorMessage } from '../resource.svelte'

export class Fresh<T> {
  data = $state.raw<T | null>(null)
  failure = $state<string | null>(null)
  #asked = 0

  async load(fetch: () => Promise<T>): Promise<void> {
    const number = ++this.#asked
    try {
      const data = await fetch()
      if (number !== this.#asked) return
      this.data = data
      this.failure = null
    } catch (error) {
      // What is shown already stays: it is asked for again with the next piece of news.
      const failure = errorMessage(error)
      if (number === this.#asked && this.data === null) this.failure = failure
    }
  }
}
