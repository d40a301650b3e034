/** What happens to a premove as the game goes on. */

import type { GameView } from '../api/types/game'
import type { Side } from '../api/types/words'

export type Fate = 'wait' | 'play' | 'gone' | 'forget'

/** What happens to a premove that was made to be move `ply` or later, as the game stands. */
export function fateOf(
  ply: number,
  { moves, outcome }: Pick<GameView<unknown>, 'moves' | 'outcome'>,
  sides: Side[],
  now: { drafted: boolean; canMove: boolean; waits: boolean },
): Fate {
  if (now.drafted) return 'wait'
  if (outcome) return 'forget'
  // Moves have been taken back, or another tab has moved.
  if (moves.length < ply - 1 || moves.slice(ply).some(({ by }) => sides.includes(by))) return 'gone'
  if (now.canMove) return moves.length >= ply ? 'play' : 'gone'
  return now.waits ? 'wait' : 'forget'
}
