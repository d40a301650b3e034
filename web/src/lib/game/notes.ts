/** What the file of an imported game says about its moves, beside the list of moves. */

import type { GameNote } from '../api/types/games'
import type { PlayedMove } from '../api/types/game'
import type { Side } from '../api/types/words'
import { inWords } from '../i18n.svelte'

type Asides = Record<number, string[]>

/** The asides with the notes: each behind the row of its move, which it names. */
export function withNotes(asides: Asides, notes: GameNote[], moves: PlayedMove[], pairs?: { first: Side; number: number }): Asides {
  const all = { ...asides }
  const offset = pairs?.first === 'black' ? 1 : 0
  for (const { ply, signs, text } of notes.toReversed()) {
    const move = moves[ply - 1]
    if (!text || (ply > 0 && !move)) continue
    const row = Math.ceil((ply + offset) / 2)
    const behind = pairs && move ? Math.min(2 * row - offset, moves.length) : ply
    const number = pairs ? `${pairs.number + row - 1}${move?.by === 'black' ? '…' : '.'} ` : ''
    const said = move ? `${number}${inWords(move.san)}${signs}: ${text}` : text
    all[behind + 1] = [said, ...(all[behind + 1] ?? [])]
  }
  return all
}

/** The signs of the notes, such as !, by move. */
export const signsOf = (notes: GameNote[]): Record<number, { sign: string; words: string }> =>
  Object.fromEntries(notes.filter(({ signs }) => signs).map(({ ply, signs }) => [ply, { sign: signs, words: signs }]))
