/** How the pieces of a cell are drawn: one above the other, equal ones as one disc with a count where it gets crowded. */

export interface Disc {
  letter: string
  count: number
  /** Where in the stack, counted from the edge of the board. */
  slot: number
}

/** A stack as high as this is drawn piece by piece. */
export const TALLEST = 5

export function discsOf(letters: string): Disc[] {
  const singles = [...letters].map((letter, slot) => ({ letter, count: 1, slot }))
  if (singles.length <= TALLEST) return singles
  const kinds = [...new Set(letters)]
  return kinds.map((letter, slot) => ({ letter, slot, count: [...letters].filter((other) => other === letter).length }))
}
