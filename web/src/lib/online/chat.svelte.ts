/** The talk around one game. */

import { ApiError, NetworkError } from '../api/client'
import { chatCalls, type ChatLine, type Room } from '../api/people'
import { newId } from '../identifier'
import { isBoolean, recall, remember } from '../storage'

export class Chat {
  lines = $state.raw<ChatLine[]>([])
  /** The sentences that each reads in their own language. */
  presets = $state.raw<string[]>([])
  /** Whether one may talk here at all. */
  allowed = $state(true)
  #muted = $state(recall('muted', false, isBoolean))

  constructor(
    private readonly game: string,
    private readonly room: Room,
  ) {}

  get muted(): boolean {
    return this.#muted
  }

  set muted(on: boolean) {
    this.#muted = on
    remember('muted', on)
  }

  /** Reads what was said before, or while the line was cut. */
  async load(): Promise<void> {
    try {
      const { lines, presets } = await chatCalls.said(this.game, this.room)
      // What was heard while they were on their way is not among them.
      const known = lines.map(({ id }) => id)
      this.lines = [...lines, ...this.lines.filter(({ id }) => !known.includes(id))].sort((one, other) => one.at - other.at)
      this.presets = presets
    } catch (error) {
      if (error instanceof ApiError) this.allowed = false
      else if (!(error instanceof NetworkError)) throw error
    }
  }

  /** Adds a line; returns whether it is new. */
  hear(line: ChatLine): boolean {
    if (line.room !== this.room || this.lines.some(({ id }) => id === line.id)) return false
    this.lines = [...this.lines, line]
    return true
  }

  async say(said: { text: string } | { preset: string }): Promise<void> {
    this.hear(await chatCalls.say(this.game, { id: newId(), room: this.room, ...said }))
  }
}
