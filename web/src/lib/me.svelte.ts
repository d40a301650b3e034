/** The user of this browser, and the sides that they play. */

import { people, type Me } from './api/people'
import type { GameView } from './api/types/game'
import type { Side } from './api/types/words'
import { syncPreferences, wasSignedIn } from './preference-sync'

const COOKIE_MS = 2000

type Seated = Pick<GameView<unknown>, 'players'>

class Myself {
  /** Null until the server has told. */
  me = $state.raw<Me | null>(null)
  #asked: Promise<Me> | null = null

  /** Asks the server once; it gives a cookie to whoever has none. */
  know(): Promise<Me> {
    this.#asked ??= people.me().then(
      (me) => this.#set(me),
      (error: unknown) => {
        this.#asked = null
        throw error
      },
    )
    return this.#asked
  }

  /** One is somebody else now, or has another name. */
  become(me: Me): void {
    this.#asked = Promise.resolve(this.#set(me))
  }

  /** One may be nobody now. What has ended it may have brought a new cookie along, which is waited for. */
  askAgain(): void {
    setTimeout(() => {
      this.#asked = null
      void this.know().catch(() => undefined)
    }, COOKIE_MS)
  }

  /** Whoever was signed in here is known at once: their settings may have changed elsewhere. */
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
 * The sides that this browser may act for: one's own; and the seats of nobody in particular, where nobody else plays.
 */
export function mySides(view: Seated, me: string | undefined = myself.me?.id): Side[] {
  const alone = personsOf(view).every((person) => person === me)
  return sides.filter((side) => {
    const { kind, person } = view.players[side]
    return kind === 'human' && (person === null ? alone : person === me)
  })
}

/** Whether computers play each other: nobody sits there, and whoever made the game may end it. */
export const isOfComputers = ({ players }: Seated): boolean =>
  players.white.kind === 'computer' && players.black.kind === 'computer'

/** Whether two people share this screen. */
export const isHotSeat = (view: Seated): boolean => mySides(view).length === 2
