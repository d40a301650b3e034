/** Geometry of boards of squares; no rules. */

import type { Side, Square } from '../api/types/words'

export interface Size {
  files: number
  ranks: number
}

export const squareAt = (file: number, rank: number): Square => `${String.fromCharCode(97 + file)}${String(rank + 1)}`

export const fileOf = (square: Square): number => square.charCodeAt(0) - 97

export const rankOf = (square: Square): number => Number(square.slice(1)) - 1

export function isOnBoard(square: Square, { files, ranks }: Size): boolean {
  const file = fileOf(square)
  const rank = rankOf(square)
  return file >= 0 && file < files && rank >= 0 && rank < ranks
}

/** Rows of squares as they are seen, top row first. */
export function rowsOf({ files, ranks }: Size, orientation: Side): Square[][] {
  const rows = Array.from({ length: ranks }, (_, row) =>
    Array.from({ length: files }, (_, file) => squareAt(file, ranks - 1 - row)),
  )
  return orientation === 'white' ? rows : rows.reverse().map((row) => row.reverse())
}

/** Column and row, from the top left corner as it is seen. */
export function placeOf(square: Square, { files, ranks }: Size, orientation: Side): { column: number; row: number } {
  const file = fileOf(square)
  const rank = rankOf(square)
  return orientation === 'white' ? { column: file, row: ranks - 1 - rank } : { column: files - 1 - file, row: rank }
}

/** The square `columns` to the right and `rows` down as it is seen; the same one where the board ends. */
export function stepFrom(square: Square, columns: number, rows: number, size: Size, orientation: Side): Square {
  const sign = orientation === 'white' ? 1 : -1
  const wanted = squareAt(fileOf(square) + sign * columns, rankOf(square) - sign * rows)
  return isOnBoard(wanted, size) ? wanted : square
}

/** The middle of a square in squares from the corner at the top left; null for one that is not on the board. */
export function centreOf(square: Square, size: Size, orientation: Side): { x: number; y: number } | null {
  if (!isOnBoard(square, size)) return null
  const { column, row } = placeOf(square, size, orientation)
  return { x: column + 0.5, y: row + 0.5 }
}

const EDGES: [name: string, columns: number, down: number][] = [
  ['top', 0, -1],
  ['right', 1, 0],
  ['bottom', 0, 1],
  ['left', -1, 0],
]

/** `region` and the edges of a region at which a square of it lies; nothing for other squares. */
export function regionEdges(square: Square, region: Square[], size: Size, orientation: Side): string[] {
  if (!region.includes(square)) return []
  const outer = EDGES.filter(([, columns, down]) => {
    const next = stepFrom(square, columns, down, size, orientation)
    return next === square || !region.includes(next)
  })
  return ['region', ...outer.map(([name]) => name)]
}

export const isDark = (square: Square): boolean => (fileOf(square) + rankOf(square)) % 2 === 0

export const sideOf = (letter: string): Side => (letter === letter.toUpperCase() ? 'white' : 'black')

export const otherSide = (side: Side): Side => (side === 'white' ? 'black' : 'white')
