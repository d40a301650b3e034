/** Arrows and circles that are drawn on a board: `Ge4`, `Rd1>h5`, `G13>12`. */

export const COLOURS = ['G', 'R', 'Y', 'B'] as const
export type Colour = (typeof COLOURS)[number]

export interface Shape {
  colour: Colour
  from: string
  /** Null for a circle. */
  to: string | null
}

const isColour = (letter: string): letter is Colour => (COLOURS as readonly string[]).includes(letter)

/** Null for a text that is none. */
export function readShape(text: string): Shape | null {
  const colour = text.slice(0, 1)
  const [from = '', to = null, ...more] = text.slice(1).split('>')
  if (!isColour(colour) || from === '' || to === '' || more.length > 0) return null
  return { colour, from, to }
}

export const writeShape = ({ colour, from, to }: Shape): string => `${colour}${from}${to === null || to === from ? '' : `>${to}`}`

export const readShapes = (texts: readonly string[]): Shape[] => texts.flatMap((text) => readShape(text) ?? [])

/** Drawn in the colour of whoever pressed these keys with the right button. */
export function colourOf({ shiftKey, altKey }: { shiftKey: boolean; altKey: boolean }, otherwise: Colour): Colour {
  if (shiftKey && altKey) return 'Y'
  return shiftKey ? 'R' : altKey ? 'B' : otherwise
}

/** The lines of each colour, in its widths: whoever sees no colours sees these. */
export const DASHES: Record<Colour, number[]> = { G: [], R: [2.2, 1.5], Y: [0.01, 1.7], B: [3.4, 1.5, 0.01, 1.5] }

/** What is drawn already between the same cells: it makes way for a shape of another colour. */
export const between = (texts: readonly string[], text: string): string[] => texts.filter((each) => each !== text && each.slice(1) === text.slice(1))
