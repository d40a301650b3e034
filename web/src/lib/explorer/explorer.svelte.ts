/** What was played in the position that a board shows: asked anew as it changes, the latest answer counts. */

import type { AskExplorer, Collection, ExplorerView } from '../api/types/explorer'
import { myself } from '../me.svelte'
import { errorMessage } from '../resource.svelte'
import { calls } from './calls'

const DELAY_MS = 150

export class Explorer {
  found = $state.raw<ExplorerView | null>(null)
  collections = $state.raw<Collection[]>([])
  failure = $state<string | null>(null)
  asking = $state(false)
  #number = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The list is a convenience: without it the games of the server are left. */
  async list(): Promise<void> {
    try {
      this.collections = await calls.collections()
    } catch {
      this.collections = []
    }
  }

  ask(asked: AskExplorer): void {
    clearTimeout(this.#timer)
    const number = ++this.#number
    this.asking = true
    this.#timer = setTimeout(() => void this.#send(asked, number), DELAY_MS)
  }

  /** Drops the answers that are still to come. */
  close(): void {
    clearTimeout(this.#timer)
    this.#number++
    this.asking = false
  }

  async #send(asked: AskExplorer, number: number): Promise<void> {
    try {
      if (asked.source === 'mine') await myself.know() // a new visitor is nobody yet
      const found = await calls.explore(asked)
      if (number !== this.#number) return
      this.found = found
      this.failure = null
    } catch (error) {
      if (number !== this.#number) return
      this.found = null
      this.failure = errorMessage(error)
    }
    this.asking = false
  }
}
