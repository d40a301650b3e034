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

export interface Shield {
  slot: number
  height: number
  /** How many are protected of the pieces that a disc stands for; empty for a single one. */
  count: string
}

/** Where the marks of protected pieces are drawn in a stack. */
export function shieldsOf(letters: string, guarded: string): Shield[] {
  const discs = discsOf(letters)
  const left = [...guarded]
  return discs.flatMap(({ letter, slot, count }) => {
    const covered = Math.min(left.filter((other) => other === letter).length, count)
    for (let index = 0; index < covered; index++) left.splice(left.indexOf(letter), 1)
    return covered > 0 ? [{ slot, height: discs.length, count: count > 1 ? String(covered) : '' }] : []
  })
}
