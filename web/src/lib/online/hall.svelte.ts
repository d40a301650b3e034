/** The lobby as this screen sees it: who waits, and what concerns me. */

import { ApiError, NetworkError } from '../api/client'
import { invitations, type Accepted, type Invitation } from '../api/people'
import { LiveSocket } from '../live-socket'
import { myself } from '../me.svelte'
import { waiting } from './waiting.svelte'

type Message =
  | { type: 'lobby'; invitations: Invitation[]; more: boolean }
  | ({ type: 'accepted' } & Accepted)
  | { type: 'heartbeat' }

export class Hall {
  /** The invitations to everybody; null until the server has told. */
  open = $state.raw<Invitation[] | null>(null)
  /** Whether more follow. */
  more = $state(false)
  /** Those by me and to me. */
  mine = $state.raw<Invitation[]>([])
  live = $state(true)

  #socket: LiveSocket<Message> | null = null
  #closed = false
  #first: Invitation[] = []
  #pages = 1

  constructor(
    /** Something has changed, or may have. */
    private readonly onNews: () => void = () => undefined,
  ) {
    void this.#start()
  }

  close(): void {
    this.#closed = true
    this.#socket?.close()
  }

  /** Those to me, from people who are asked for by name. */
  get toMe(): Invitation[] {
    return this.mine.filter(({ to }) => to !== null && to === myself.me?.id)
  }

  /** Shows the next page. */
  async showMore(): Promise<void> {
    this.#pages += 1
    await this.#show(true)
  }

  /** The first page is told by the line; those after it, if they were asked for, are asked for again with each news. */
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
    // The server knows by the cookie who is at the line. Without it, one sees the lobby all the same.
    await myself.know().catch(() => undefined)
    if (this.#closed) return
    this.#socket = new LiveSocket<Message>(invitations.lobbyAddress, {
      hear: (message) => {
        if (message.type === 'lobby') {
          this.#first = message.invitations
          void this.#show(message.more)
          void this.#askMine()
          this.onNews()
        } else if (message.type === 'accepted') waiting.hear(message)
      },
      connection: (live) => {
        this.live = live
      },
    })
  }

  async #askMine(): Promise<void> {
    if (!myself.me) return
    try {
      this.mine = await invitations.mine()
      for (const each of this.mine) if (each.mine) waiting.expect(each)
    } catch (error) {
      // The next news bring another try.
      if (!(error instanceof NetworkError)) throw error
    }
  }
}
