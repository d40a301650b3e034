/** The user of this browser, and the sides that they play. */

import { people, type Me } from './api/people'
import type { GameView } from './api/types/game'
import type { Side } from './api/types/words'
import { forgetOffline } from './service-worker'
import { syncPreferences, wasSignedIn } from './preference-sync'

const COOKIE_MS = 2000

type Seated = Pick<GameView<unknown>, 'players'>

/** One tab at a time: two that ask without a cookie would become two people, of whom the later cookie knows one. */
async function byItself(ask: () => Promise<Me>): Promise<Me> {
  const { locks } = navigator as Partial<Navigator> // without TLS there are none
  return await (locks ? locks.request('axedrez.me', ask) : ask())
}

class Myself {
  /** Null until loaded. */
  me = $state.raw<Me | null>(null)
  #asked: Promise<Me> | null = null

  /** Loads the identity once; the server gives a cookie to clients without one. */
  know(): Promise<Me> {
    this.#asked ??= byItself(people.me).then(
      (me) => this.#set(me),
      (error: unknown) => {
        this.#asked = null
        throw error
      },
    )
    return this.#asked
  }

  /** The identity or its name has changed. */
  become(me: Me): void {
    this.#asked = Promise.resolve(this.#set(me))
  }

  /** The identity may have ended. The response that ended it may set a new cookie, so wait for it. */
  askAgain(): void {
    setTimeout(() => {
      this.#asked = null
      void this.know().catch(() => undefined)
    }, COOKIE_MS)
  }

  /** Loads a signed-in account at once: its settings may have changed elsewhere. */
  comeBack(): void {
    if (wasSignedIn()) void this.know().catch(() => undefined)
  }

  /** Takes the name that is wanted, if it is another one. */
  async rename(wanted: string): Promise<void> {
    const me = await this.know()
    if (wanted.trim() !== me.name) this.become(await people.rename(wanted.trim()))
  }

  #set(me: Me): Me {
    const before = this.me
    if (before && before.id !== me.id) forgetOffline()
    this.me = me
    syncPreferences(me, before)
    return me
  }
}

export const myself = new Myself()

const sides = ['white', 'black'] as const

const personsOf = ({ players }: Seated): string[] =>
  sides.map((side) => players[side].person).filter((person) => person !== null)

/** Whether two persons play, each at a screen of their own. */
export const isOnline = (view: Seated): boolean => personsOf(view).length === 2

/**
 * The sides that this browser may act for: the user's own, and seats without a person if no other person plays.
 */
export function mySides(view: Seated, me: string | undefined = myself.me?.id): Side[] {
  const alone = personsOf(view).every((person) => person === me)
  return sides.filter((side) => {
    const { kind, person } = view.players[side]
    return kind === 'human' && (person === null ? alone : person === me)
  })
}

/** Whether computers play each other: only the creator may end such a game. */
export const isOfComputers = ({ players }: Seated): boolean =>
  players.white.kind === 'computer' && players.black.kind === 'computer'

/** Whether two people share this screen. */
export const isHotSeat = (view: Seated): boolean => mySides(view).length === 2
