/** The fields of a position text of a board of squares, as the editor and the replay need them. */

import type { Side, Square } from '../api/types/words'
import { sideOf, squareAt, type Size } from './squares'

const boardOf = (text: string): string => placementOf(text).replace(/\[.*$/, '')
const placementOf = (text: string): string => text.trim().split(/\s+/)[0] ?? ''

/** What the sides hold, how many of each letter; null in a game without hands. */
export function readHands(text: string): Record<Side, Record<string, number>> | null {
  const held = /\[(.*)\]/.exec(placementOf(text))
  if (!held) return null
  const hands: Record<Side, Record<string, number>> = { white: {}, black: {} }
  for (const letter of held[1] ?? '') {
    const hand = hands[sideOf(letter)]
    hand[letter] = (hand[letter] ?? 0) + 1
  }
  return hands
}

/** Reads the placement, the first field of the text. Unknown characters are skipped: the server validates texts. */
export function readPieces(text: string): Record<Square, string> {
  const rows = boardOf(text).split('/')
  const pieces: Record<Square, string> = {}
  rows.forEach((row, index) => {
    let file = 0
    for (const [sign] of row.matchAll(/\d+|[A-Za-z]/g)) {
      if (/\d/.test(sign)) file += Number(sign)
      else pieces[squareAt(file++, rows.length - 1 - index)] = sign
    }
  })
  return pieces
}

export function writePieces(pieces: Record<Square, string>, { files, ranks }: Size): string {
  const rows: string[] = []
  for (let rank = ranks - 1; rank >= 0; rank--) {
    let row = ''
    let empty = 0
    for (let file = 0; file < files; file++) {
      const letter = pieces[squareAt(file, rank)]
      if (!letter) empty++
      else {
        row += (empty ? String(empty) : '') + letter
        empty = 0
      }
    }
    rows.push(row + (empty ? String(empty) : ''))
  }
  return rows.join('/')
}

export const turnOf = (text: string): Side => (text.trim().split(/\s+/)[1] === 'b' ? 'black' : 'white')

/** The number of the move that comes next; 1 where the text counts none. */
export function moveNumberOf(text: string): number {
  // Checks still to be given stand in between; what is named comes after.
  const fields = text.trim().split(/\s+/).filter((field) => !/^\d+\+\d+$/.test(field))
  return Number(fields[5]) || 1
}

/** The text with another placement; a captured double step is forgotten, for the pieces have been set up by hand. */
export function withPieces(text: string, pieces: Record<Square, string>, size: Size): string {
  const [, turn = 'w', castling = '-', , ...rest] = text.trim().split(/\s+/)
  const hand = /\[.*\]/.exec(placementOf(text))?.[0] ?? ''
  return [writePieces(pieces, size) + hand, turn, castling, '-', ...rest].join(' ')
}

export function withTurn(text: string, side: Side): string {
  const [placement = '', , castling = '-', , ...rest] = text.trim().split(/\s+/)
  return [placement, side === 'white' ? 'w' : 'b', castling, '-', ...rest].join(' ')
}

export const castlingOf = (text: string): string => (text.trim().split(/\s+/)[2] ?? '-').replace('-', '')

export function withCastling(text: string, rights: string): string {
  const [placement = '', turn = 'w', , ...rest] = text.trim().split(/\s+/)
  return [placement, turn, rights || '-', ...rest].join(' ')
}
