/** Which drawn piece became which, so that pieces glide instead of jumping. */

import type { Square } from '../api/types/words'
import { fileOf, rankOf } from './squares'

export interface TrackedPiece {
  id: number
  letter: string
  square: Square
}

const distance = (a: Square, b: Square): number =>
  Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)))

/** The pieces of `next`, each keeping the id of the piece of `previous` it most likely was. Sorted by id. */
export function track(previous: TrackedPiece[], next: Record<Square, string>): TrackedPiece[] {
  const before = new Map(previous.map((piece) => [piece.square, piece]))
  const result: TrackedPiece[] = []
  const appeared: { letter: string; square: Square }[] = []
  for (const [square, letter] of Object.entries(next)) {
    const piece = before.get(square)
    if (piece?.letter === letter) {
      result.push(piece)
      before.delete(square)
    } else appeared.push({ letter, square })
  }
  let fresh = previous.reduce((highest, piece) => Math.max(highest, piece.id), 0)
  for (const { letter, square } of appeared) {
    const [nearest] = [...before.values()]
      .filter((piece) => piece.letter === letter)
      .sort((a, b) => distance(a.square, square) - distance(b.square, square))
    if (nearest) before.delete(nearest.square)
    result.push({ id: nearest?.id ?? ++fresh, letter, square })
  }
  return result.sort((a, b) => a.id - b.id)
}
