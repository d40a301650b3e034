import drawings from '$drawing/glyphs.json'

/**
 * The shapes of the pieces, drawn for this project on a field of 100 × 100: the package's own file, from which Python draws too.
 * `body` is filled and outlined; `detail` is drawn over it as lines; `dots` are small filled accents: x, y, radius.
 */
export interface Glyph {
  body: string
  detail: string
  dots: number[][]
}

export const glyphs: Record<string, Glyph> = drawings
export const glyphNames = Object.keys(drawings) as (keyof typeof drawings)[]

/** Where a picture finds a glyph that `GlyphSprite` has put into the document. */
export const glyphId = (name: string): string => `glyph-${name}`
