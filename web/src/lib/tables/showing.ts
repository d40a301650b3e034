/** When a turn is shown at first, and what ends the show of a turn. */

import type { GameView } from '../api/types/game'
import { typing } from '../game/keys'

/** A turn of the computer's that is not older has been played while the page was being loaded. */
const JUST_NOW_MS = 5000

/** Whether a game has begun with a turn of the computer's, which nobody can have seen. */
export function showsAtFirst<S>(view: GameView<S>): view is GameView<S> & { moves: [GameView<S>['moves'][number]] } {
  const [first] = view.moves
  return view.moves.length === 1 && first !== undefined && view.players[first.by].kind === 'computer' && Date.now() - first.at < JUST_NOW_MS
}

const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']

/** Whether something was pressed that belongs to the show itself: the button that ends it. */
export const isOfShow = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[data-show-again]') !== null

/** Whether a touch of the board, or a key, ends the show and does nothing else. */
export function skipsTurn(event: PointerEvent | KeyboardEvent): boolean {
  const { target } = event
  if (event instanceof PointerEvent) return target instanceof Element && target.closest('[role=grid]') !== null
  if (event.ctrlKey || event.metaKey || event.altKey || MODIFIERS.includes(event.key) || event.key === 'Tab') return false
  const works = event.key === 'Enter' || event.key === ' '
  return !typing(target) && !(works && target instanceof Element && target.closest('button, a, summary'))
}

/** What has ended the show does nothing else. */
export function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
