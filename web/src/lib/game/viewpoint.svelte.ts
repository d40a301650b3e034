/** The ply that a game's screen shows, and the orientation of its board. */

import type { Side } from '../api/types/words'
import { otherSide } from '../board/squares'
import { isHotSeat, mySides } from '../me.svelte'
import type { Spot } from '../routes'
import { settings } from '../settings'
import { Replay } from './replay.svelte'
import type { GameStore } from './store.svelte'

export class Viewpoint extends Replay {
  #flipped = $state(false)
  /** The orientation from the address; the board does not turn by itself then. */
  #side: Side | null

  constructor(store: GameStore, spot: Spot) {
    super(store, spot.ply)
    this.#side = $state(spot.side)
  }

  /** The side at the near edge of the board. */
  get orientation(): Side {
    const { view } = this.game
    if (this.#side) return this.#side
    if (!view) return 'white'
    const turned = isHotSeat(view) ? (settings.autoFlip.value && view.turn ? view.turn : 'white') : (mySides(view)[0] ?? 'white')
    return this.#flipped ? otherSide(turned) : turned
  }

  /** The address of what is shown. */
  get spot(): Spot {
    return { ply: this.asked, side: this.asked === null ? this.#side : this.orientation }
  }

  flip(): void {
    if (this.#side) this.#side = otherSide(this.#side)
    else this.#flipped = !this.#flipped
  }
}
