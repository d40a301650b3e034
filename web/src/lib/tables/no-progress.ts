/** How near a game is to the draw by turns without progress. */

import type { PointsScene } from '../api/types/board'

/** It is shown when this many turns are left. */
export const TOLD_AT = 20

/** The turns that are left before the draw, once it is near. */
export function turnsLeft(still: PointsScene['still']): number | null {
  if (!still) return null
  const left = still.most - still.turns
  return still.turns > 0 && left <= TOLD_AT ? left : null
}
