/** How many lines a projector shows at once, and in how many columns. */

/** What a page takes: columns × rows, and the size of its letters in hundredths of the screen's height. */
export interface Shape {
  columns: number
  rows: number
  size: number
}

/** From few large lines to as many as can still be read from the last row of a hall. A pairing has two names. */
const SHAPES: Record<'pairings' | 'standings', [Shape, ...Shape[]]> = {
  pairings: [
    { columns: 2, rows: 22, size: 2.5 },
    { columns: 1, rows: 12, size: 4.4 },
  ],
  standings: [
    { columns: 3, rows: 22, size: 2.4 },
    { columns: 2, rows: 17, size: 3.2 },
    { columns: 1, rows: 12, size: 4.4 },
  ],
}

/** The shape of the pages of so many lines: the largest letters with which one page is enough. */
export const shapeOf = (kind: 'pairings' | 'standings', lines: number): Shape =>
  SHAPES[kind].findLast(({ columns, rows }) => lines <= columns * rows) ?? SHAPES[kind][0]

/** The lines by pages, as equal in length as can be. */
export function pagesOf<T>(kind: 'pairings' | 'standings', lines: T[]): T[][] {
  const { columns, rows } = shapeOf(kind, lines.length)
  const count = Math.ceil(lines.length / (columns * rows))
  const length = Math.ceil(lines.length / Math.max(1, count))
  return Array.from({ length: count }, (_, page) => lines.slice(page * length, (page + 1) * length))
}
