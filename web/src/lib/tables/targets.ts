/** Where the pieces of a tables game may be put, as the server's steps say. */

import type { Step } from '../api/types/board'
import type { Side } from '../api/types/words'
import { cellOf, type Cell, type Placement } from './cells'
import { letterOf } from './words'

/** The kinds of pieces of each cell that may move. */
export function movableOf(options: Step[], mover: Side): Map<Cell, Set<string>> {
  const found = new Map<Cell, Set<string>>()
  for (const step of options) {
    const cell = cellOf(step.origin, mover)
    found.set(cell, (found.get(cell) ?? new Set<string>()).add(letterOf(step, mover)))
  }
  return found
}

/** The steps of a picked piece (of any of its cell where `letter` is null), by the cell where they land. */
export function landingsOf(options: Step[], mover: Side, origin: Cell, letter: string | null): Map<Cell, Step[]> {
  const found = new Map<Cell, Step[]>()
  for (const step of options) {
    if (cellOf(step.origin, mover) !== origin || (letter !== null && letterOf(step, mover) !== letter)) continue
    const cell = cellOf(step.target, mover)
    found.set(cell, [...(found.get(cell) ?? []), step])
  }
  return found
}

/** A board on which pieces are set up freely. */
export interface BoardEdit {
  /** Moves a piece of a cell: that of the letter, or the uppermost. */
  move: (origin: Cell, target: Cell, letter: string | null) => void
  /** What choosing a cell does; null where pieces are picked up and moved. */
  choose: ((cell: Cell) => void) | undefined
}

/** The kinds of pieces of each cell. */
export const kindsOf = (placement: Placement): Map<Cell, Set<string>> =>
  new Map(Object.entries(placement).flatMap(([cell, letters]) => (letters ? [[cell, new Set(letters)] as const] : [])))
