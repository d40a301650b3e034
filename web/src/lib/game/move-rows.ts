/** What a list of moves shows, whether they are those of a game or of a tree of variations. */

import type { PlayedMove } from '../api/types/game'
import type { Side } from '../api/types/words'
import { inWords } from '../i18n.svelte'
import type { MoveNotes, MoveSigns, Sign } from './move-notes'
import { numberBefore, rowsOfMoves, type Pairs } from './move-numbers'

export interface Entry {
  key: string
  /** How many moves, rolls among them, lead to it. */
  ply: number
  /** `12.` or `12…`; empty where the moves are not counted in pairs. */
  number: string
  /** Whether the number stands before it also for the eyes. */
  isNumbered: boolean
  /** How many variations deep: 0 on the main line. */
  depth: number
  /** Null for a roll by itself. */
  by: Side | null
  /** `6-2`: what was rolled; empty where nothing was. */
  roll: string
  /** `Cf3`; empty for a roll by itself. */
  text: string
  signs: Sign[]
  /** What it is worth, as it is written; empty where nobody has said it. */
  value: string
}

export type Part =
  | { kind: 'move'; entry: Entry }
  | { kind: 'comment'; key: string; text: string; isShown?: boolean }
  | { kind: 'lines'; key: string; lines: Line[] }

/** A variation: its moves in running text. */
export interface Line {
  key: string
  depth: number
  parts: Part[]
}

export type Block =
  /** A gap (null) where White's move stands in a row above. */
  { kind: 'row'; key: string; number: string; cells: (Entry | null)[] } | Exclude<Part, { kind: 'move' }>

/** `52` as `5-2`; dice that are no numbers as they are. */
export const rollText = (roll: string): string => (/^\d+$/.test(roll) ? [...roll].join('-') : roll)

interface GameRows {
  pairs?: Pairs | undefined
  signs: MoveSigns
  notes: MoveNotes
  /** How many moves are shown on the board. */
  shown: number
}

/** The moves of a game; what is said stands before the row of the move that it belongs to. */
export function rowsOfGame(moves: PlayedMove[], { pairs, signs, notes, shown }: GameRows): Block[] {
  const entry = ({ ply, by, roll, san }: PlayedMove): Entry => {
    const number = pairs ? numberBefore(pairs, ply) : ''
    const said = signs[ply]
    const dice = roll && /^\d+$/.test(roll) ? rollText(roll) : ''
    return { key: String(ply), ply, number, isNumbered: number.endsWith('.'), depth: 0, by, roll: dice, text: inWords(san), signs: said ? [said] : [], value: '' }
  }
  const notesAt = (ply: number, isShown = false): Block[] =>
    (notes[ply] ?? []).map((text, index) => ({ kind: 'comment', key: `note ${String(ply)} ${String(index)}`, text, isShown }))
  const rows = pairs
    ? rowsOfMoves(moves, pairs).map(({ number, cells }) => ({ number: `${String(number)}.`, cells }))
    : moves.map((move) => ({ number: '', cells: [move] }))
  const blocks = rows.flatMap(({ number, cells }): Block[] => [
    ...cells.flatMap((move) => (move ? notesAt(move.ply) : [])),
    { kind: 'row', key: `row ${String(cells.find(Boolean)?.ply)}`, number, cells: cells.map((move) => move && entry(move)) },
  ])
  return [...blocks, ...notesAt(moves.length + 1, shown === moves.length)]
}
