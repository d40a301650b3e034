/**
 * The shapes of the pieces, drawn for this project on a field of 100 × 100.
 * `body` is filled and outlined; `detail` is drawn over it as lines; `dots` are small filled accents.
 */
export interface Glyph {
  body: string
  detail: string
  dots?: [x: number, y: number, radius: number][]
}

/** The foot that all pieces but the pawn share. */
const foot = 'M22 90 Q22 81 31 80 L69 80 Q78 81 78 90 Z'
const smallFoot = 'M27 90 Q27 82 35 81 L65 81 Q73 82 73 90 Z'

const drawings = {
  pawn: {
    body: `M37 81 C43 74 44.5 66 45 57 L38 57 Q35 54 38 51 L43 50 A14.5 14.5 0 1 1 57 50 L62 51 Q65 54 62 57 L55 57 C55.5 66 57 74 63 81 Z ${smallFoot}`,
    detail: 'M43 51.5 L57 51.5',
  },
  rook: {
    body: `M27 16 L37 16 L37 24 L44.5 24 L44.5 16 L55.5 16 L55.5 24 L63 24 L63 16 L73 16 L73 34 L66 42 C66 56 67.5 67 72 80 L28 80 C32.5 67 34 56 34 42 L27 34 Z ${foot}`,
    detail: 'M34 42 L66 42 M28 34 L72 34',
  },
  bishop: {
    body: `M50 19 C60 27 68 36 68 46 C68 53 64 58 58 61 L63 63 Q66 66 63 69 L59 69 C60 74 63 77 67 80 L33 80 C37 77 40 74 41 69 L37 69 Q34 66 37 63 L42 61 C36 58 32 53 32 46 C32 36 40 27 50 19 Z M50 8.5 A6 6 0 1 1 49.9 8.5 Z ${foot}`,
    detail: 'M41 63 L59 63 M52 46 L62 32',
  },
  knight: {
    body: `M45 15 L50 21 C67 24 76 41 75 62 C74.7 69 74 75 73 80 L31 80 C31 70 36 64 43 58 C47 54.5 48 51 47 47 C42 51 37 52 33 53 C30 58 24 58.5 21.5 55.5 C18 51.5 19 46 23 42 C27 37 30 33 32 28 C33 25 35.5 23 38 22 L39 14 Z ${foot}`,
    detail: 'M52 28 C62 34 67 46 66 66 M23.5 49 L27 47',
    dots: [[40.5, 33.5, 3]],
  },
  queen: {
    body: `M20 31 L34 52 L36 24 L46 49 L50 19 L54 49 L64 24 L66 52 L80 31 L72 62 Q69 70 73 80 L27 80 Q31 70 28 62 Z M20 22.5 A5.5 5.5 0 1 1 19.9 22.5 Z M36 14.5 A5.5 5.5 0 1 1 35.9 14.5 Z M50 9.5 A5.5 5.5 0 1 1 49.9 9.5 Z M64 14.5 A5.5 5.5 0 1 1 63.9 14.5 Z M80 22.5 A5.5 5.5 0 1 1 79.9 22.5 Z ${foot}`,
    detail: 'M28.5 63 C42 58.5 58 58.5 71.5 63 M29.5 71.5 C43 68 57 68 70.5 71.5',
  },
  king: {
    body: `M47 8 L53 8 L53 14 L59 14 L59 20 L53 20 L53 29 C58 30 60 34 59 39 C66 33 80 34 81 47 C81.5 55 76 61 71 66 Q70 73 72 80 L28 80 Q30 73 29 66 C24 61 18.5 55 19 47 C20 34 34 33 41 39 C40 34 42 30 47 29 L47 20 L41 20 L41 14 L47 14 Z ${foot}`,
    detail: 'M41 39 C45 45 49 53 50 61 C51 53 55 45 59 39 M29 66 C43 61 57 61 71 66 M29.5 73 C43 69 57 69 70.5 73',
  },
  disc: {
    body: 'M50 17 A33 33 0 1 1 49.9 17 Z',
    detail: '',
  },
} satisfies Record<string, Glyph>

export const glyphs: Record<string, Glyph> = drawings
export const glyphNames = Object.keys(drawings) as (keyof typeof drawings)[]
