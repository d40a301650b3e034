/** A game that is followed live, without commands and without an identity. */

import { api, ApiError, NetworkError } from '../api/client'
import type { ChatLine, Presence } from '../api/people'
import type { GameUpdate, GameView } from '../api/types/game'
import { PieceSet } from '../board/piece-set'
import { LiveSocket } from '../live-socket'
import { rulebook } from '../rulebooks'
import { onOurTime } from './clock'
import { leavesGap, updated } from './updated'

/** News of what is on the disk come at once: after so long the line is not waited for. */
const NEWS_MS = 1500

export type Message =
  | ({ type: 'update' } & GameUpdate)
  /** The whole game; `events`: from a server of before. */
  | { type: 'view' | 'events'; view: GameView }
  | { type: 'heartbeat'; seq: number }
  | ({ type: 'company' } & Presence)
  | { type: 'chat'; line: ChatLine }

export class Watched {
  view = $state.raw<GameView | null>(null)
  /** What its pieces are; null until that is known too. */
  set = $state.raw<PieceSet | null>(null)
  /** Why the game cannot be shown at all. */
  failure = $state<string | null>(null)
  live = $state(true)

  #socket: LiveSocket<Message> | null = null
  #closed = false
  #expected: { seq: number; resolve: () => void }[] = []

  constructor(
    readonly id: string,
    /** Data that must be loaded before the socket is opened, and again while it is open. */
    private readonly know: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    void this.#start()
  }

  close(): void {
    this.#closed = true
    this.#socket?.close()
  }

  protected get closed(): boolean {
    return this.#closed
  }

  protected hear(message: Message): void {
    if (message.type === 'view' || message.type === 'events') this.accept(message.view)
    else if (message.type === 'update') this.#update(message)
    else if (message.type === 'heartbeat' && this.view && message.seq > this.view.seq) this.#catchUp()
  }

  /** Settles when the view is that of event `seq` or later: the socket delivers it, or else it is requested. */
  protected async reached(seq: number): Promise<void> {
    const isBehind = (): boolean => !this.#closed && (this.view?.seq ?? -1) < seq
    if (isBehind() && this.live) {
      const news = new Promise<void>((resolve) => this.#expected.push({ seq, resolve }))
      await Promise.race([news, new Promise((resolve) => setTimeout(resolve, NEWS_MS))])
    }
    if (isBehind()) await this.#fetch()
  }

  #catchUp(): void {
    void this.#fetch().catch(() => undefined)
  }

  #update(update: GameUpdate): void {
    if (!this.view || leavesGap(this.view, update)) this.#catchUp()
    else if (update.seq > this.view.seq) this.accept(updated(this.view, update))
  }

  /** Takes a view, unless it is older than the one that is shown; answers whether it has. */
  protected accept(view: GameView): boolean {
    if (this.#closed || (this.view && view.seq < this.view.seq)) return false
    if (!this.view) void this.#knowPieces(view)
    this.view = view.clock ? { ...view, clock: onOurTime(view.clock) } : view
    for (const { resolve } of this.#expected.filter(({ seq }) => seq <= view.seq)) resolve()
    this.#expected = this.#expected.filter(({ seq }) => seq > view.seq)
    return true
  }

  /** A game by a sheet that is no longer known shows its pieces as letters. */
  async #knowPieces({ rulebook: { id } }: GameView): Promise<void> {
    const { pieces } = await rulebook(id).catch(() => ({ pieces: [] }))
    this.set = new PieceSet(pieces)
  }

  async #start(): Promise<void> {
    try {
      await Promise.all([this.#fetch(), this.know()])
    } catch (error) {
      if (error instanceof ApiError) {
        this.failure = error.message
        return
      }
      if (!(error instanceof NetworkError)) throw error
      this.live = false
    }
    if (this.#closed) return
    this.#socket = new LiveSocket<Message>(() => api.socketAddress(this.id, this.view?.seq), {
      hear: (message) => {
        this.hear(message)
      },
      connection: (live) => {
        this.live = live
        if (live) void this.know().catch(() => undefined)
      },
    })
  }

  async #fetch(): Promise<void> {
    this.accept(await api.game(this.id))
    this.live = true
  }
}
