/** Which drawn piece became which between two placements, so that pieces glide instead of jumping. */

import type { Cell, Placement } from './cells'
import { discsOf } from './stack'

export interface TrackedPiece {
  id: number
  letter: string
  cell: Cell
  slot: number
  /** Height of the stack that it is part of. */
  height: number
}

/** The pieces of a placement, each keeping the id of the piece of `previous` that it most likely was. Sorted by id. */
export function track(previous: TrackedPiece[], placement: Placement): TrackedPiece[] {
  const before = [...previous]
  const take = (fits: (piece: TrackedPiece) => boolean): TrackedPiece | undefined => {
    const index = before.findIndex(fits)
    return index < 0 ? undefined : before.splice(index, 1)[0]
  }
  const wanted = Object.entries(placement).flatMap(([cell, letters]) => {
    const discs = discsOf(letters)
    return [...letters].map((letter, index) => {
      const disc = discs.length === letters.length ? discs[index] : discs.find((other) => other.letter === letter)
      return { letter, cell, slot: disc?.slot ?? 0, height: discs.length }
    })
  })
  const result: TrackedPiece[] = []
  const moved: typeof wanted = []
  for (const piece of wanted) {
    const same = take(({ letter, cell }) => letter === piece.letter && cell === piece.cell)
    if (same) result.push({ ...piece, id: same.id })
    else moved.push(piece)
  }
  let fresh = previous.reduce((highest, { id }) => Math.max(highest, id), 0)
  for (const piece of moved) result.push({ ...piece, id: take(({ letter }) => letter === piece.letter)?.id ?? ++fresh })
  return result.sort((a, b) => a.id - b.id)
}
