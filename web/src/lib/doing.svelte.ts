/** Something that a person asks for, as a screen shows it: one at a time, under way, failed with a sentence. */

import { sentenceOf } from './asked.svelte'

export class Doing {
  busy = $state(false)
  failure = $state<string | null>(null)

  async run(work: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.failure = null
    try {
      await work()
    } catch (error) {
      this.failure = sentenceOf(error)
    } finally {
      this.busy = false
    }
  }
}
