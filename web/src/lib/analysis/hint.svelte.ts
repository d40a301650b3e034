/** A hint in a game against the computer or at one screen: first which piece, then which move. */

import { announcer } from '../announcer.svelte'
import type { HintView } from '../api/types/analysis'
import type { GameView } from '../api/types/game'
import { Task } from '../task.svelte'
import { inWords } from '../i18n.svelte'
import { isOnline } from '../me.svelte'
import { calls } from './calls'

export class Hint {
  readonly task = new Task()
  #found = $state.raw<HintView | null>(null)

  constructor(private readonly game: { readonly view: GameView | null; readonly onTurn: boolean }) {}

  /** Whether there may be one now. */
  get open(): boolean {
    const { view, onTurn } = this.game
    return view !== null && view.casual && !isOnline(view) && !view.outcome && onTurn
  }

  /** The hint for the position that is on the board. */
  get shown(): HintView | null {
    return this.open && this.#found?.seq === this.game.view?.seq ? this.#found : null
  }

  /** The next step of the hint. */
  async ask(): Promise<void> {
    const { view } = this.game
    if (!view) return
    const whole = this.shown !== null
    await this.task.run(async () => {
      this.#found = await calls.hint(view.id, whole)
    })
    if (this.shown) announcer.say(inWords(this.shown.text))
  }
}
