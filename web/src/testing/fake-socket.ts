/** The end of a line at which a test is the server: `vi.stubGlobal('WebSocket', FakeSocket)`. */

import { vi } from 'vitest'

export class FakeSocket {
  /** Those that were opened, in their order; a test empties it before it begins. */
  static all: FakeSocket[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  send = vi.fn()
  /** A cut line says nothing when it is closed. */
  close = vi.fn()

  constructor() {
    FakeSocket.all.push(this)
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}
