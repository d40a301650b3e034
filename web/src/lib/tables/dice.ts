/** The dice of a roll as they lie on the table while a turn is composed. */

export interface Die {
  face: number
  /** `left`: may still be played; `used`; `lost`: nothing can be done with it. */
  state: 'left' | 'used' | 'lost'
}

/** Four dice for a double. `used`: the faces played so far; `over`: whether nothing more can follow. */
export function diceOf(dice: [number, number], used: number[], over: boolean): Die[] {
  const faces = dice[0] === dice[1] ? Array.from({ length: 4 }, () => dice[0]) : dice
  const unaccounted = [...used]
  return faces.map((face) => {
    const index = unaccounted.indexOf(face)
    if (index >= 0) {
      unaccounted.splice(index, 1)
      return { face, state: 'used' }
    }
    return { face, state: over ? 'lost' : 'left' }
  })
}
