/** The contents of a position text of the tables family. Lenient: the server validates texts. */

import type { PointsScene } from '../api/types/board'
import type { Side } from '../api/types/words'
import { POINTS } from './cells'

export type PositionFields = Pick<PointsScene, 'points' | 'bar' | 'off'> & { mover: Side; dice: [number, number] | null }

export function readPosition(text: string): PositionFields {
  const [board = '', bar = '', off = '', turn = 'w', , dice = ''] = text.trim().split(/\s+/)
  const points: string[] = []
  for (const part of board.split('/')) {
    const run = /^\d{1,2}$/.test(part) ? Number(part) : null
    points.push(...(run === null ? [lettersOf(part)] : Array.from({ length: run }, () => '')))
  }
  const [high, low] = [...dice].map(Number)
  return {
    points: Array.from({ length: POINTS }, (_, index) => points[index] ?? ''),
    bar: lettersOf(bar),
    off: lettersOf(off),
    mover: turn === 'b' ? 'black' : 'white',
    dice: high && low ? [high, low] : null,
  }
}

const lettersOf = (text: string): string => text.replace(/[^A-Za-z]/g, '')

/** The same position before its roll: the dice are the sixth field, and may be left out unless one follows. */
export function withoutDice(text: string): string {
  const fields = text.trim().split(/\s+/)
  return [...fields.slice(0, 5), ...(fields[6] ? ['-', fields[6]] : [])].join(' ')
}
