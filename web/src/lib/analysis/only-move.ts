/** Whether a position has only one good move, so that a puzzle continues there. */

import type { LookView } from '../api/types/analysis'
import type { Side } from '../api/types/words'

/** As in the report: any other move is a blunder, and the only one keeps a chance. */
const ONLY_GAP = 0.2
const MIN_HOPE = 0.4

/** The number of moves to mate in a score of a side; null where it is none. */
function mateIn(score: string, side: Side): number | null {
  const found = /^#(−?)(\d+)$/.exec(score)
  return found && (found[1] === '') === (side === 'white') ? Number(found[2]) : null
}

/** The only good move of a side, or the one that mates soonest; null where there is a choice, or none at all. */
export function onlyMove({ lines: [best, second] }: LookView, side: Side): string | null {
  if (!best || !second) return null
  const [most, next] = [best, second].map(({ standing: { expected } }) => (side === 'white' ? expected : 1 - expected)) as [number, number]
  const mate = mateIn(best.standing.score, side)
  const later = mateIn(second.standing.score, side) ?? Infinity
  const alone = most >= MIN_HOPE && most - next >= ONLY_GAP
  return alone || (mate !== null && mate < later) ? best.line.move : null
}
