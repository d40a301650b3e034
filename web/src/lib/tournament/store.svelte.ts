/** A tournament as a screen follows it: its state, told anew by a socket whenever something has changed. */

import { NetworkError } from '../api/client'
import { newId } from '../identifier'
import { LiveSocket } from '../live-socket'
import { myself } from '../me.svelte'
import { errorMessage } from '../resource.svelte'
import { tournaments } from './calls'
import type { Command, TournamentView } from './types'

type Message = { type: 'news'; seq: number } | { type: 'heartbeat' }

/** While the socket is away, the state is asked for so often. */
const POLL_MS = 10_000

export class TournamentStore {
  view = $state.raw<TournamentView | null>(null)
  failure = $state<string | null>(null)
  live = $state(true)
  /** Grows with each piece of news: what else a screen shows is to be loaded again. */
  news = $state(0)
  /** How far the server's clock is ahead of this machine's, in ms. */
  ahead = 0

  #socket: LiveSocket<Message> | null = null
  #closed = false
  #asking: Promise<void> | null = null
  #again = false
  /** Commands go one after another, so that no key that was pressed is lost. */
  #queue: Promise<unknown> = Promise.resolve()
  /** A command without an answer keeps its number: repeating it does it once. */
  #unanswered: { id: string; text: string } | null = null
  readonly #polling = setInterval(() => {
    if (!this.live && !document.hidden) void this.refresh()
  }, POLL_MS)

  constructor(readonly id: string) {
    void this.#start()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#polling)
    this.#socket?.close()
  }

  get isOrganizer(): boolean {
    return this.view?.role === 'organizer'
  }

  /** Asks for the state; what is asked for meanwhile is asked once more at the end. */
  refresh(): Promise<void> {
    this.#again = this.#asking !== null
    this.#asking ??= this.#ask()
    return this.#asking
  }

  /** Sends a command. Raises `ApiError` where it is refused, `NetworkError` without an answer. */
  command(command: Command): Promise<void> {
    const sent = this.#queue.then(() => this.#send(command))
    this.#queue = sent.catch(() => undefined)
    return sent
  }

  async #start(): Promise<void> {
    // The cookie tells the server whose place this is. Without one the tournament is still to be seen.
    await myself.know().catch(() => undefined)
    await this.refresh()
    if (this.#closed) return
    this.#socket = new LiveSocket<Message>(() => tournaments.socketAddress(this.id), {
      hear: (message) => {
        if (message.type === 'news') void this.refresh()
      },
      connection: (live) => {
        // Something may have changed while the line was down.
        if (live && !this.live) void this.refresh()
        this.live = live
      },
    })
  }

  async #ask(): Promise<void> {
    try {
      do {
        this.#again = false
        this.#take(await tournaments.find(this.id))
        this.news += 1
      } while (this.#again && !this.#closed)
      this.failure = null
    } catch (error) {
      // A screen that shows something goes on showing it.
      if (!this.view || !(error instanceof NetworkError)) this.failure = errorMessage(error)
    } finally {
      this.#asking = null
    }
  }

  async #send(command: Command): Promise<void> {
    const text = JSON.stringify(command)
    const id = this.#unanswered?.text === text ? this.#unanswered.id : newId()
    this.#unanswered = { id, text }
    try {
      this.#take(await tournaments.command(this.id, { id, command }))
      this.news += 1
    } catch (error) {
      if (error instanceof NetworkError) throw error
      this.#unanswered = null
      void this.refresh() // this page may be stale
      throw error
    }
    this.#unanswered = null
  }

  #take(view: TournamentView): void {
    if (this.view && view.seq < this.view.seq) return
    this.ahead = view.now - Date.now()
    this.view = view
  }
}
