/** A question to the server, as a screen shows it: waiting, answered, or failed with a sentence. */

import { ApiError, NetworkError } from './api/client'
import { t } from './i18n.svelte'

export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof NetworkError) return error.said ?? t('ui.no_server')
  throw error
}

export class Asked<T> {
  answer = $state.raw<T | null>(null)
  failure = $state<string | null>(null)

  constructor(question: () => Promise<T>) {
    void this.ask(question)
  }

  async ask(question: () => Promise<T>): Promise<void> {
    this.failure = null
    try {
      this.answer = await question()
    } catch (error) {
      this.failure = sentenceOf(error)
    }
  }
}
