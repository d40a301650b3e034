/**
 * My open invitations. An acceptance is announced on every screen, in every tab of this browser, and
 * of the others where my account is: the screen that waits goes to the game, any other tells of it.
 */

import { announcer } from '../announcer.svelte'
import { ApiError, NetworkError } from '../api/client'
import { invitations, type Accepted, type Invitation } from '../api/people'
import { playSound } from '../game/sound'
import { inWords, t } from '../i18n.svelte'
import { LiveSocket } from '../live-socket'
import { router } from '../router.svelte'
import { to } from '../routes'
import { recall, remember } from '../storage'

type Message = ({ type: 'accepted' } & Accepted) | { type: 'heartbeat' }
/** Goes to the game if it is the one that its screen waits for; answers whether it has. */
type Taker = (accepted: Accepted) => boolean

const KEY = 'waiting'
/** Messages may be lost while the socket is down, so the invitations are polled now and then. */
const LOOK_MS = 60_000

const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.every((id) => typeof id === 'string')

/** Goes to the board of a game that an invitation has led to. */
export function enter(game: string): void {
  router.go(to.game(game), { replace: true })
}

export const acceptedInWords = ({ name, names }: Accepted): string =>
  t('ui.accepted', { name: name || t('ui.player.guest'), game: inWords(names) })

class Waiting {
  /** The games that were not opened in this tab yet. */
  news = $state.raw<Accepted[]>([])

  readonly #ids = new Set<string>()
  readonly #heard = new Set<string>()
  readonly #takers = new Set<Taker>()
  #socket: LiveSocket<Message> | null = null
  #live = false
  /** The signed-in account: acceptances of its invitations from elsewhere are announced here too. */
  #account: string | null = null
  #timer: ReturnType<typeof setInterval> | undefined

  constructor() {
    this.#add(recall(KEY, [], isIds))
    // Another tab has created an invitation.
    addEventListener('storage', () => {
      this.#add(recall(KEY, [], isIds))
    })
  }

  /** An invitation of mine is open. */
  expect({ id }: Pick<Invitation, 'id'>): void {
    if (this.#ids.has(id) || this.#heard.has(id)) return
    remember(KEY, [...recall(KEY, [], isIds), id])
    this.#add([id])
  }

  /** The account at this browser; null for a guest, whose invitations are all made here. */
  belongTo(account: string | null): void {
    if (account === this.#account) return
    this.#account = account
    this.#close()
    this.#tend()
  }

  /** Registers a screen that handles acceptances itself; returns a function that unregisters it. */
  take(taker: Taker): () => void {
    this.#takers.add(taker)
    return () => this.#takers.delete(taker)
  }

  /** Handles an acceptance. */
  hear(accepted: Accepted): void {
    const { invitation, game } = accepted
    this.#forget(invitation)
    if (this.#heard.has(invitation)) return
    this.#heard.add(invitation)
    if ([...this.#takers].some((taker) => taker(accepted)) || location.pathname === to.game(game)) return
    this.news = [...this.news, accepted]
    playSound('call')
    announcer.say(acceptedInWords(accepted))
  }

  /** Removes a game from the news. */
  dismiss(game: string): void {
    if (this.news.some((each) => each.game === game)) this.news = this.news.filter((each) => each.game !== game)
  }

  #add(ids: string[]): void {
    for (const id of ids) if (!this.#heard.has(id)) this.#ids.add(id)
    this.#tend()
  }

  /** Keeps the socket open while acceptances are possible. */
  #tend(): void {
    if (this.#ids.size === 0 && this.#account === null) this.#close()
    else if (!this.#socket) this.#open()
  }

  #open(): void {
    this.#socket = new LiveSocket<Message>(invitations.acceptedAddress, {
      hear: (message) => {
        if (message.type === 'accepted') this.hear(message)
      },
      connection: (live) => {
        if (live && !this.#live) void this.#lookUp()
        this.#live = live
      },
    })
    this.#timer = setInterval(() => void this.#look(), LOOK_MS)
  }

  #forget(id: string): void {
    const kept = recall(KEY, [], isIds)
    if (kept.includes(id)) remember(KEY, kept.filter((each) => each !== id))
    this.#ids.delete(id)
    this.#tend()
  }

  #close(): void {
    clearInterval(this.#timer)
    this.#socket?.close()
    this.#socket = null
    this.#live = false
  }

  /** What my account has invited elsewhere; then what has become of all. */
  async #lookUp(): Promise<void> {
    if (this.#account !== null) {
      const mine = await invitations.mine().catch(() => [])
      for (const { id } of mine.filter((each) => each.mine && !this.#heard.has(each.id))) this.#ids.add(id)
    }
    await this.#look()
  }

  /** What may have happened while the line was cut, or before it was there. */
  async #look(): Promise<void> {
    for (const id of [...this.#ids]) {
      try {
        const found = await invitations.find(id)
        if (found.mine && found.game !== null)
          this.hear({ invitation: id, game: found.game, name: found.accepted_by_name ?? '', names: found.names })
        else if (!found.mine || !found.open) this.#forget(id)
      } catch (error) {
        if (error instanceof ApiError) this.#forget(id)
        else if (!(error instanceof NetworkError)) throw error
      }
    }
  }
}

export const waiting = new Waiting()
