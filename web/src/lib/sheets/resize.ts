/** A start position on a board of another size: what fits is kept, the rest is named. */

import type { Square } from '../api/types/words'
import { fileOf, isOnBoard, rankOf, squareAt, type Size } from '../board/squares'
import { readPieces, withCastling, withPieces } from '../board/position-text'

export interface Resized {
  position: string
  /** The pieces that have no place any more: their former squares, with their letters. */
  left: [square: Square, letter: string][]
}

/** For each new rank the old one that it continues. Ranks come and go in the middle: both armies keep their edges. */
function ranksKept(from: number, to: number, isEmpty: (rank: number) => boolean): (number | null)[] {
  const kept: (number | null)[] = Array.from({ length: from }, (_, rank) => rank)
  while (kept.length > to) {
    const middle = (kept.length - 1) / 2
    const byDistance = kept
      .map((rank, place) => ({ place, isEmpty: rank === null || isEmpty(rank), distance: Math.abs(place - middle) }))
      .sort((one, other) => Number(other.isEmpty) - Number(one.isEmpty) || one.distance - other.distance)
    kept.splice(byDistance[0]?.place ?? 0, 1)
  }
  while (kept.length < to) kept.splice(Math.ceil(kept.length / 2), 0, null)
  return kept
}

export function resized(position: string, from: Size, to: Size, holes: Square[]): Resized {
  const before = readPieces(position)
  const squares = Object.keys(before)
  const ranks = ranksKept(from.ranks, to.ranks, (rank) => !squares.some((square) => rankOf(square) === rank))
  const pieces: Record<Square, string> = {}
  const left: Resized['left'] = []
  for (const [square, letter] of Object.entries(before)) {
    const place = squareAt(fileOf(square), ranks.indexOf(rankOf(square)))
    if (isOnBoard(place, to) && !holes.includes(place)) pieces[place] = letter
    else left.push([square, letter])
  }
  const text = withPieces(position, pieces, to)
  // A castling whose pieces may have gone, or stand elsewhere on their rank, is none.
  const castles = from.files === to.files && left.length === 0
  return { position: castles ? text : withCastling(text, ''), left }
}
