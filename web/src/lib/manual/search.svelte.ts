/** The search in the manual. It outlives its screen, so that going back shows the same results. */

import { api } from '../api/client'
import type { ManualFindings } from '../api/types/manual'
import { errorMessage } from '../resource.svelte'

const PAUSE_MS = 180
/** So long an answer may take before it is said that one is looked for. */
const SLOW_MS = 400

class Search {
  query = $state('')
  found = $state.raw<ManualFindings | null>(null)
  failure = $state<string | null>(null)
  isSlow = $state(false)

  /** Searches after a pause in typing; returns a function that cancels it. */
  start(query: string): () => void {
    const wanted = query.trim()
    if (wanted === '') {
      this.found = null
      this.failure = null
      return () => undefined
    }
    let isWanted = true
    let slow: ReturnType<typeof setTimeout>
    const answered = (): void => {
      clearTimeout(slow)
      this.isSlow = false
    }
    const timer = setTimeout(() => {
      slow = setTimeout(() => (this.isSlow = true), SLOW_MS)
      api.searchManual(wanted).then(
        (found) => {
          if (!isWanted) return
          answered()
          this.found = found
          this.failure = null
        },
        (error: unknown) => {
          if (!isWanted) return
          answered()
          this.failure = errorMessage(error)
        },
      )
    }, PAUSE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
      answered()
    }
  }
}

export const search = new Search()
