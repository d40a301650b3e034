/** Where the pieces may be put, as the server's steps say. */

import type { GameView, Square, Step, Steps } from '../api/types'

/** `move`: offered. `try`: offered too, will be refused and explained (T-3). `explain`: not offered; a try says why. */
export type TargetKind = 'move' | 'try' | 'explain'

export type Targets = Map<Square, Map<Square, TargetKind>>

export function targetsOf(steps: Steps, illegalMoves: GameView['rulebook']['illegal_moves']): Targets {
  const targets: Targets = new Map()
  const add = (origin: Square, target: Square, kind: TargetKind): void => {
    const from = targets.get(origin) ?? new Map<Square, TargetKind>()
    targets.set(origin, from.set(target, kind))
  }
  for (const { origin, target } of steps.refused) add(origin, target, illegalMoves === 'warn' ? 'try' : 'explain')
  for (const { origin, target } of steps.options) add(origin, target, 'move')
  return targets
}

/** The steps between two squares: more than one where the player chooses what the piece becomes. */
export const stepsBetween = (steps: Steps, origin: Square, target: Square): Step[] =>
  steps.options.filter((step) => step.origin === origin && step.target === target)

export function applyStep(pieces: Record<Square, string>, step: Step): Record<Square, string> {
  const result = { ...pieces }
  for (const [place, , after] of step.effects) {
    if (after) result[place] = after
    else Reflect.deleteProperty(result, place)
  }
  return result
}
