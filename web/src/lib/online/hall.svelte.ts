/** The lobby as this screen sees it: who waits, and what concerns me. */

import { NetworkError } from '../api/client'
import { invitations, type Accepted, type Invitation } from '../api/people'
import { Line } from '../line'
import { myself } from '../me.svelte'
import { waiting } from './waiting.svelte'

type Message =
  | { type: 'lobby'; invitations: Invitation[] }
  | ({ type: 'accepted' } & Accepted)
  | { type: 'heartbeat' }

export class Hall {
  /** The invitations to everybody; null until the server has told. */
  open = $state.raw<Invitation[] | null>(null)
  /** Those by me and to me. */
  mine = $state.raw<Invitation[]>([])
  live = $state(true)

  #line: Line<Message> | null = null
  #closed = false

  constructor(
    /** Something has changed, or may have. */
    private readonly onNews: () => void = () => undefined,
  ) {
    void this.#start()
  }

  close(): void {
    this.#closed = true
    this.#line?.close()
  }

  /** Those to me, from people who are asked for by name. */
  get toMe(): Invitation[] {
    return this.mine.filter(({ to }) => to !== null && to === myself.me?.id)
  }

  async #start(): Promise<void> {
    // The server knows by the cookie who is at the line. Without it, one sees the lobby all the same.
    await myself.know().catch(() => undefined)
    if (this.#closed) return
    this.#line = new Line<Message>(invitations.lobbyAddress, {
      hear: (message) => {
        if (message.type === 'lobby') {
          this.open = message.invitations
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
