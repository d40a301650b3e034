/** Signs of moves and positions by their numbers (NAGs of PGN). */

import { GLYPHS } from '../game/move-notes'
import { lookUp } from '../i18n.svelte'

const SIGNS = new Map(Object.entries(GLYPHS).map(([sign, nag]) => [nag, sign]))

/** At most one of each list is said of a move. */
export const MOVE_NAGS = [3, 1, 5, 6, 2, 4, 7]
export const POSITION_NAGS = [10, 13, 14, 15, 16, 17, 18, 19]
/** These go along with any other. */
export const OTHER_NAGS = [22, 36, 40, 44, 132, 138, 140, 146]

export const signOf = (nag: number): string => SIGNS.get(nag) ?? `$${String(nag)}`

/** As it is read aloud. */
export const nagInWords = (nag: number): string => lookUp(`ui.nag.${String(nag)}`, signOf(nag))

/** The others of a list that are taken off when one of them is set. */
export const othersThan = (nag: number, set: readonly number[]): number[] =>
  [MOVE_NAGS, POSITION_NAGS].filter((list) => list.includes(nag)).flatMap((list) => list.filter((each) => each !== nag && set.includes(each)))
