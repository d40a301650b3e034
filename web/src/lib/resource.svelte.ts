/** Data of the server, as a screen shows it: loading, loaded, or failed with a sentence. */

import { ApiError, NetworkError } from './api/client'
import { asking } from './asking'
import { t } from './i18n.svelte'

export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof NetworkError) return error.said ?? t('ui.no_server')
  throw error
}

export class Resource<T> {
  data = $state.raw<T | null>(null)
  failure = $state<string | null>(null)
  /** Rises when what was asked before no longer matters: its answers come too late. */
  #era = 0

  /** Made while a component is: it asks for as long as that is shown. */
  constructor(fetch: () => Promise<T>) {
    $effect(() => () => {
      this.#era++
    })
    void this.load(fetch)
  }

  /** Asks until there is an answer or a refusal, as long as it is wanted; what hinders it is told meanwhile. */
  async load(fetch: () => Promise<T>): Promise<void> {
    const era = ++this.#era
    const wanted = (): boolean => era === this.#era
    this.failure = null
    const ask = async (): Promise<void> => {
      const data = await fetch()
      if (!wanted()) return
      this.data = data
      this.failure = null
    }
    const failed = (error: unknown): void => {
      if (wanted()) this.failure = errorMessage(error)
    }
    const refusal = await asking(ask, wanted, failed)
    if (refusal) failed(refusal)
  }
}
