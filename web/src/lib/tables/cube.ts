/** The doubling cube as it stood. */

import type { CubeView, GameView } from '../api/types/game'
import { otherSide } from '../board/squares'

/** The cube after `ply` turns; null in games that are played without. Whoever takes a double owns it. */
export function cubeAfter({ cube, moves }: Pick<GameView<unknown>, 'cube' | 'moves'>, ply: number): CubeView | null {
  if (!cube || ply >= moves.length) return cube
  return moves
    .slice(0, ply)
    .reduce<CubeView>((before, { cube: value, by }) => (value > before.value ? { value, owner: otherSide(by) } : before), { value: 1, owner: null })
}
