/** The looks that `board-themes.css` has; the first ones are those of whoever has not chosen. */

/** The colours of boards. The last three are for every kind of colour vision. */
export const BOARD_THEMES = ['lapis', 'wood', 'slate', 'contrast', 'sand', 'ink'] as const
export type BoardTheme = (typeof BOARD_THEMES)[number]

/** The colours and lines of pieces. */
export const PIECE_THEMES = ['classic', 'fine', 'bold', 'amber'] as const
export type PieceTheme = (typeof PIECE_THEMES)[number]
