/** A WebSocket that reconnects by itself and notices when the server has gone silent. */

import { myself } from './me.svelte'

export interface Listener<Message> {
  hear(message: Message): void
  connection(live: boolean): void
}

/** A ping of the server, to measure latency. */
interface Ping {
  type: 'ping'
  n: number
}
const isPing = (message: unknown): message is Ping => (message as Partial<Ping>).type === 'ping'

/** The server says why it closes the line (its database is away): that is no sign of life. */
const isRefusal = (message: unknown): boolean => (message as { type?: string }).type === 'error'

/** The server beats every 5 s; after this long without a word the line counts as cut, and is told so. */
const QUIET_MS = 7_000
/** After this long it is given up, and another one opened. */
const SILENCE_MS = 12_000
/** The session that opened the line has ended: signed out, perhaps elsewhere. */
const SESSION_ENDED = 4401
const RETRY_MS = [500, 1000, 2000, 4000]

export class LiveSocket<Message> {
  #socket: WebSocket | null = null
  #attempts = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  /** The browser knows at once that the network is gone, and when it is back. */
  readonly #lost = (): void => {
    this.#giveUp(this.#socket)
  }
  readonly #back = (): void => {
    if (this.#socket) return
    clearTimeout(this.#timer)
    this.#open()
  }

  constructor(
    private readonly address: () => string,
    private readonly listener: Listener<Message>,
  ) {
    addEventListener('offline', this.#lost)
    addEventListener('online', this.#back)
    this.#open()
  }

  close(): void {
    this.#closed = true
    removeEventListener('offline', this.#lost)
    removeEventListener('online', this.#back)
    clearTimeout(this.#timer)
    this.#socket?.close()
  }

  #open(): void {
    const socket = new WebSocket(this.address())
    this.#socket = socket
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as Message | Ping
      if (isRefusal(message)) return
      this.#attempts = 0
      this.#expectWord(socket)
      this.listener.connection(true)
      if (isPing(message)) socket.send(JSON.stringify({ type: 'pong', n: message.n }))
      else this.listener.hear(message)
    }
    socket.onclose = ({ code }) => {
      if (code === SESSION_ENDED) myself.askAgain()
      this.#reopen(socket)
    }
    this.#expectWord(socket)
  }

  #expectWord(socket: WebSocket): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.listener.connection(false)
      this.#timer = setTimeout(() => {
        this.#giveUp(socket)
      }, SILENCE_MS - QUIET_MS)
    }, QUIET_MS)
  }

  #giveUp(socket: WebSocket | null): void {
    socket?.close()
    this.#reopen(socket)
  }

  #reopen(socket: WebSocket | null): void {
    if (this.#closed || !socket || socket !== this.#socket) return
    this.#socket = null
    this.listener.connection(false)
    clearTimeout(this.#timer)
    const delay = RETRY_MS[Math.min(this.#attempts++, RETRY_MS.length - 1)] ?? 0
    this.#timer = setTimeout(() => {
      this.#open()
    }, delay)
  }
}
