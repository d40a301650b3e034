/** The live line to one game: opens again by itself, and notices when the server has gone silent. */

import type { GameView } from '../api/types'

type Message = { type: 'view' | 'events'; view: GameView } | { type: 'heartbeat'; seq: number } | { type: 'ack' | 'error' }

export interface Listener {
  view(view: GameView): void
  heartbeat(seq: number): void
  connection(live: boolean): void
}

/** The server beats every 5 s; after this long without a word the line counts as dead. */
const SILENCE_MS = 12_000
const RETRY_MS = [500, 1000, 2000, 4000]

export class GameSocket {
  #socket: WebSocket | null = null
  #attempts = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(
    private readonly address: () => string,
    private readonly listener: Listener,
  ) {
    this.#open()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#socket?.close()
  }

  #open(): void {
    const socket = new WebSocket(this.address())
    this.#socket = socket
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#attempts = 0
      this.#expectWord(socket)
      this.#hear(JSON.parse(event.data) as Message)
    }
    socket.onclose = () => {
      this.#reopen(socket)
    }
    this.#expectWord(socket)
  }

  #hear(message: Message): void {
    this.listener.connection(true)
    if (message.type === 'view' || message.type === 'events') this.listener.view(message.view)
    else if (message.type === 'heartbeat') this.listener.heartbeat(message.seq)
  }

  #expectWord(socket: WebSocket): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      socket.close()
      this.#reopen(socket)
    }, SILENCE_MS)
  }

  #reopen(socket: WebSocket): void {
    if (this.#closed || socket !== this.#socket) return
    this.#socket = null
    this.listener.connection(false)
    clearTimeout(this.#timer)
    const delay = RETRY_MS[Math.min(this.#attempts++, RETRY_MS.length - 1)] ?? 0
    this.#timer = setTimeout(() => {
      this.#open()
    }, delay)
  }
}
