/** The lobby: open public invitations, and those by and to me. */

import { ApiError, NetworkError } from '../api/client'
import { invitations, type Accepted, type Invitation } from '../api/people'
import { LiveSocket } from '../live-socket'
import { myself } from '../me.svelte'
import { waiting } from './waiting.svelte'

type Message =
  | { type: 'lobby'; invitations: Invitation[]; more: boolean }
  | ({ type: 'accepted' } & Accepted)
  | { type: 'heartbeat' }

export class LobbyStore {
  /** The public invitations; null until loaded. */
  open = $state.raw<Invitation[] | null>(null)
  /** Whether there are more pages. */
  more = $state(false)
  /** The invitations by me and to me. */
  mine = $state.raw<Invitation[]>([])
  live = $state(true)

  #socket: LiveSocket<Message> | null = null
  #closed = false
  #first: Invitation[] = []
  #pages = 1

  constructor(
    /** Called when something has changed, or may have. */
    private readonly onNews: () => void = () => undefined,
  ) {
    void this.#start()
  }

  close(): void {
    this.#closed = true
    this.#socket?.close()
  }

  /** The invitations addressed to me. */
  get toMe(): Invitation[] {
    return this.mine.filter(({ to }) => to !== null && to === myself.me?.id)
  }

  /** Shows the next page. */
  async showMore(): Promise<void> {
    this.#pages += 1
    await this.#show(true)
  }

  /** The socket sends the first page; further shown pages are loaded again after each change. */
  async #show(more: boolean): Promise<void> {
    const first = this.#first
    let shown = first
    try {
      for (let page = 1; page < this.#pages && more; page++) {
        const next = await invitations.lobby(page)
        shown = [...shown, ...next.invitations.filter(({ id }) => shown.every((each) => each.id !== id))]
        more = next.more
      }
    } catch (error) {
      if (!(error instanceof NetworkError || error instanceof ApiError)) throw error
    }
    if (first !== this.#first) return
    this.open = shown
    this.more = more
  }

  async #start(): Promise<void> {
    // The cookie identifies the user to the socket. Without one the lobby is still visible.
    await myself.know().catch(() => undefined)
    if (this.#closed) return
    this.#socket = new LiveSocket<Message>(invitations.lobbyAddress, {
      hear: (message) => {
        if (message.type === 'lobby') {
          this.#first = message.invitations
          void this.#show(message.more)
          void this.#loadMine()
          this.onNews()
        } else if (message.type === 'accepted') waiting.hear(message)
      },
      connection: (live) => {
        this.live = live
      },
    })
  }

  async #loadMine(): Promise<void> {
    if (!myself.me) return
    try {
      this.mine = await invitations.mine()
      for (const each of this.mine) if (each.mine) waiting.expect(each)
    } catch (error) {
      // Retried at the next change.
      if (!(error instanceof NetworkError)) throw error
    }
  }
}
