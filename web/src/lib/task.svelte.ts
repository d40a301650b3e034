/** Work that the user has started, as a screen shows it: one piece at a time, busy, failed with a sentence. */

import { errorMessage } from './resource.svelte'

export class Task {
  busy = $state(false)
  failure = $state<string | null>(null)

  async run(work: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.failure = null
    try {
      await work()
    } catch (error) {
      this.failure = errorMessage(error)
    } finally {
      this.busy = false
    }
  }
}
