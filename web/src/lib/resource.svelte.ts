/** Data of the server, as a screen shows it: loading, loaded, or failed with a sentence. */

import { ApiError, NetworkError } from './api/client'
import { isRefusal, RETRY_MS } from './asking'
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
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Made while a component is: it asks for as long as that is shown. */
  constructor(fetch: () => Promise<T>) {
    $effect(() => () => {
      this.#close()
    })
    void this.load(fetch)
  }

  /** Asks, once; then again and again while the server cannot be reached or is not ready. */
  async load(fetch: () => Promise<T>): Promise<void> {
    this.#close()
    this.failure = null
    await this.#ask(fetch)
  }

  async #ask(fetch: () => Promise<T>): Promise<void> {
    const era = this.#era
    try {
      const data = await fetch()
      if (era !== this.#era) return
      this.data = data
      this.failure = null
    } catch (error) {
      if (era !== this.#era) return
      this.failure = errorMessage(error)
      if (!isRefusal(error)) this.#timer = setTimeout(() => void this.#ask(fetch), RETRY_MS)
    }
  }

  #close(): void {
    this.#era++
    clearTimeout(this.#timer)
  }
}
