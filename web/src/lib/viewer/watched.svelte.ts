/** A game that is only looked at: what the server says of it, as it goes on. No command is sent, and nobody need be known. */

import { api, ApiError, NetworkError } from '../api/client'
import type { GameView } from '../api/types'
import { onOurTime } from '../game/clock'
import { Line } from '../line'

type Message = { type: 'view' | 'events'; view: GameView } | { type: 'heartbeat'; seq: number } | { type: 'company' }

export class Watched {
  view = $state.raw<GameView | null>(null)
  /** Why the game cannot be shown at all. */
  failure = $state<string | null>(null)
  live = $state(true)

  #line: Line<Message> | null = null
  #closed = false

  constructor(readonly id: string) {
    void this.#start()
  }

  close(): void {
    this.#closed = true
    this.#line?.close()
  }

  async #start(): Promise<void> {
    try {
      this.#accept(await api.game(this.id))
    } catch (error) {
      if (error instanceof ApiError) {
        this.failure = error.message
        return
      }
      if (!(error instanceof NetworkError)) throw error
      this.live = false
    }
    if (this.#closed) return
    this.#line = new Line<Message>(() => api.socketAddress(this.id), {
      hear: (message) => {
        this.#hear(message)
      },
      connection: (live) => {
        this.live = live
      },
    })
  }

  #hear(message: Message): void {
    if (message.type === 'view' || message.type === 'events') this.#accept(message.view)
    else if (message.type === 'heartbeat' && this.view && message.seq > this.view.seq)
      void api.game(this.id).then(
        (view) => {
          this.#accept(view)
        },
        () => undefined,
      )
  }

  #accept(view: GameView): void {
    if (this.#closed || (this.view && view.seq < this.view.seq)) return
    this.view = view.clock ? { ...view, clock: onOurTime(view.clock) } : view
  }
}
