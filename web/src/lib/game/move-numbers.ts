/** Move numbers of games in which a move of White and one of Black share a number. */

import type { Side } from '../api/types/words'
import { moveNumberOf, turnOf } from '../board/position-text'

/** Who moved first, and the number of that move. */
export interface Pairs {
  first: Side
  number: number
}

/** How moves are numbered from a position on. */
export const pairsFrom = (start: string): Pairs => ({ first: turnOf(start), number: moveNumberOf(start) })

/** The plies that would have come before the first one, had White begun. */
const skipped = ({ first }: Pairs): number => (first === 'black' ? 1 : 0)

/** The row of a ply in the list of moves, from 0. */
const rowOf = (pairs: Pairs, ply: number): number => Math.ceil((ply + skipped(pairs)) / 2) - 1

/** The last ply in the row of a ply. */
export const rowEnd = (pairs: Pairs, ply: number): number => 2 * (rowOf(pairs, ply) + 1) - skipped(pairs)

/** «12.» before a move of White, «12…» before one of Black. */
export const numberBefore = (pairs: Pairs, ply: number): string =>
  `${String(pairs.number + rowOf(pairs, ply))}${(ply + skipped(pairs)) % 2 === 1 ? '.' : '…'}`

/** The moves row by row, each with its number; null where the first move is Black's. */
export function rowsOfMoves<Move>(moves: Move[], pairs: Pairs): { number: number; cells: (Move | null)[] }[] {
  const cells = skipped(pairs) > 0 && moves.length > 0 ? [null, ...moves] : moves
  return Array.from({ length: Math.ceil(cells.length / 2) }, (_, row) => ({
    number: pairs.number + row,
    cells: cells.slice(2 * row, 2 * row + 2),
  }))
}
