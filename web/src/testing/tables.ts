/** A small rulebook on points for component tests: two men and a king a side. */

import type { PointsScene } from '$lib/api/types/board'
import type { Rulebook } from '$lib/api/types/rulebooks'
import { readPosition } from '$lib/tables/position-text'
import { kinds, rulebook as classic } from './classic'

export const START = 'k/5/PP/10/pp/5/K - - w Kk'

export const scene = (text: string): PointsScene => {
  const { points, bar, off, mover, dice } = readPosition(text)
  return {
    kind: 'points',
    points,
    bar,
    off,
    home: 'Kk',
    still: null,
    mover,
    dice,
    protected: [],
    clauses: { opening: null, lost: null },
    bearers: 'KP',
    pips: { white: 0, black: 0 },
  } as unknown as PointsScene
}

export const rulebook: Rulebook<PointsScene> = {
  ...classic,
  id: 'points',
  family: 'tables',
  pieces: kinds.filter(({ letter }) => letter === 'K' || letter === 'P'),
  start: START,
  scene: scene(START),
}
