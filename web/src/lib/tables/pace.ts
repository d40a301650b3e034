/** How long each stage of a shown turn lasts, in ms. */

import { prefersReducedMotion } from 'svelte/motion'
import type { GameView } from '../api/types/game'
import { settings, type Pace } from '../settings'

const PACES_MS: Record<Pace, number> = { slow: 1800, normal: 1000, fast: 450, none: 0 }

/** Whether the system asks for stillness: turns are then shown at once. */
export const isStill = (): boolean => prefersReducedMotion.current

/** Where one's own time runs meanwhile it is never slow. */
export function paceOf({ clock }: Pick<GameView<unknown>, 'clock'>): number {
  if (isStill()) return 0
  const chosen = PACES_MS[settings.pace.value]
  return clock && clock.kind !== 'correspondence' ? Math.min(chosen, PACES_MS.fast) : chosen
}
