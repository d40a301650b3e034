/** Entries of the list of moves other than moves: doubles, the end, and what an imported file says. */

import type { GameNote } from '../api/types/games'
import type { GameView, PlayedMove } from '../api/types/game'
import type { Side } from '../api/types/words'
import { otherSide } from '../board/squares'
import { inWords, lookUp, t } from '../i18n.svelte'
import { numberBefore, rowEnd, type Pairs } from './move-numbers'
import { pointsSentence, resultSentence } from './words'

/** Notes by the ply that they stand before; the last ones follow the last move. */
export type MoveNotes = Record<number, string[]>
/** A sign such as ?!, and the words that a screen reader says for it. */
export interface Sign {
  sign: string
  words: string
}
/** What is thought of moves, by ply. */
export type MoveSigns = Record<number, Sign>

/** Doubles and the end of a game. */
export function eventNotes(
  { moves, cube, outcome, dice }: Pick<GameView<unknown>, 'moves' | 'cube' | 'outcome' | 'dice'>,
  side: Side | null = null,
): MoveNotes {
  const notes: MoveNotes = {}
  const end = moves.length + 1
  let value = 1
  for (const move of moves) {
    if (move.cube > value) notes[move.ply] = [t('ui.cube.doubled.taken', { side: t(`ui.side.${move.by}`), value: move.cube })]
    value = move.cube
  }
  const last: string[] = []
  if (cube?.owner && cube.value > value)
    last.push(t('ui.cube.doubled.taken', { side: t(`ui.side.${otherSide(cube.owner)}`), value: cube.value }))
  if (outcome?.reason === 'passed' && cube)
    last.push(
      t('ui.cube.doubled.passed', { side: t(outcome.result === '1-0' ? 'ui.side.white' : 'ui.side.black'), value: 2 * cube.value }),
    )
  if (outcome) {
    const worth = pointsSentence({ outcome, cube, dice })
    last.push(`${outcome.result.replace('1/2-1/2', '½-½')} · ${resultSentence(outcome.result, outcome.reason, side)}${worth && `. ${worth}`}`)
  }
  if (last.length > 0) notes[end] = last
  return notes
}

/** `notes` with those of the game's file: each behind the row of its move, which it names. */
export function withFileNotes(notes: MoveNotes, file: GameNote[], moves: PlayedMove[], pairs?: Pairs): MoveNotes {
  const all = { ...notes }
  for (const { ply, signs, text } of file.toReversed()) {
    const move = moves[ply - 1]
    if (!text || (ply > 0 && !move)) continue
    const behind = pairs && move ? Math.min(rowEnd(pairs, ply), moves.length) : ply
    const number = pairs ? `${numberBefore(pairs, ply)} ` : ''
    const said = move ? `${number}${inWords(move.san)}${signs}: ${text}` : text
    all[behind + 1] = [said, ...(all[behind + 1] ?? [])]
  }
  return all
}

/** The numeric annotation glyphs of PGN by the signs that the server writes for them. */
export const GLYPHS: Record<string, number> = {
  '!': 1, '?': 2, '!!': 3, '??': 4, '!?': 5, '?!': 6, '□': 7, '=': 10, '∞': 13, '+=': 14, '=+': 15, '±': 16, '∓': 17, '+-': 18,
  '-+': 19, '⊙': 22, '↑': 36, '→': 40, '=∞': 44, '⇆': 132, '⊕': 138, '∆': 140, '⌓': 142, N: 146, D: 220,
}

/** Signs in words, as they are read aloud: «buena jugada, con ataque»; one that has no words stays as it is. */
const signsInWords = (signs: string): string =>
  signs.split(' ').map((sign) => lookUp(`ui.nag.${String(GLYPHS[sign] ?? '')}`, sign)).join(', ')

/** The signs of the file's notes. */
export const fileSigns = (file: GameNote[]): MoveSigns =>
  Object.fromEntries(file.filter(({ signs }) => signs).map(({ ply, signs }) => [ply, { sign: signs, words: signsInWords(signs) }]))
