/** Data of the server, as a screen shows it: loading, loaded, or failed with a sentence. */

import { ApiError, NetworkError } from './api/client'
import { t } from './i18n.svelte'

export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof NetworkError) return error.said ?? t('ui.no_server')
  throw error
}

export class Resource<T> {
  data = $state.raw<T | null>(null)
  failure = $state<string | null>(null)

  constructor(fetch: () => Promise<T>) {
    void this.load(fetch)
  }

  async load(fetch: () => Promise<T>): Promise<void> {
    this.failure = null
    try {
      this.data = await fetch()
    } catch (error) {
      this.failure = errorMessage(error)
    }
  }
}
