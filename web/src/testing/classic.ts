/** A small set of classic chess for component tests: kinds, a rulebook, positions, steps, moves. */

import type { Scene, Step, Steps } from '$lib/api/types/board'
import type { PlayedMove } from '$lib/api/types/game'
import type { PieceKind, Rulebook } from '$lib/api/types/rulebooks'
import type { Side, Square, Words } from '$lib/api/types/words'
import { PieceSet } from '$lib/board/piece-set'
import { readPieces } from '$lib/board/position-text'

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

const kind = (letter: string, es: string, en: string, name: Words, plurals: Words, glyph: string): PieceKind => ({
  letter,
  letters: { es, en },
  names: name,
  plurals,
  glyph,
})

export const kinds: PieceKind[] = [
  kind('K', 'R', 'K', { es: 'Rey', en: 'King' }, { es: 'Reyes', en: 'Kings' }, 'king'),
  kind('Q', 'D', 'Q', { es: 'Dama', en: 'Queen' }, { es: 'Damas', en: 'Queens' }, 'queen'),
  kind('R', 'T', 'R', { es: 'Torre', en: 'Rook' }, { es: 'Torres', en: 'Rooks' }, 'rook'),
  kind('B', 'A', 'B', { es: 'Alfil', en: 'Bishop' }, { es: 'Alfiles', en: 'Bishops' }, 'bishop'),
  kind('N', 'C', 'N', { es: 'Caballo', en: 'Knight' }, { es: 'Caballos', en: 'Knights' }, 'knight'),
  kind('P', 'P', 'P', { es: 'Peón', en: 'Pawn' }, { es: 'Peones', en: 'Pawns' }, 'pawn'),
]
export const set = new PieceSet(kinds)

export const scene = (text: string): Scene => ({
  kind: 'grid',
  files: 8,
  ranks: 8,
  holes: [],
  pieces: readPieces(text),
  check: null,
  captured: null,
  hands: null,
  promoted: [],
  checks_left: null,
  moves_left: null,
  dice: null,
  dice_kinds: null,
  region: [],
})

export const rulebook: Rulebook = {
  id: 'clasico',
  group: 'chess',
  family: 'chess',
  names: { es: 'Clásico', en: 'Classic' },
  summary: null,
  same_law_as: null,
  guide: false,
  theme: 'other',
  picture: null,
  hash: '0',
  pieces: kinds,
  start: START,
  scene: scene(START),
  illegal_moves: 'prevent',
  offers: [],
  dice: false,
  composed: false,
  match: { length: 1, cube: false, crawford: false },
  options: [],
}

export const step = (origin: Square, target: Square, choice = ''): Step => {
  const token = `${origin}${target}${choice.toLowerCase()}`
  return { token, label: token, labels: { es: token, en: token }, origin, target, choice, effects: [], told: [] }
}

export const steps = (options: Step[], refused: Steps['refused'] = []): Steps => ({ options, confirmable: false, refused, protected: [], lost: [] })

/** The moves of a game by their SAN in Spanish and in English, White first. */
export const played = (...san: ([es: string, en: string] | string)[]): PlayedMove[] =>
  san.map((each, index) => {
    const [es, en] = typeof each === 'string' ? [each, each] : each
    return {
      ply: index + 1,
      by: (index % 2 === 0 ? 'white' : 'black') satisfies Side,
      move: en,
      san: { es, en },
      origin: 'a1',
      target: 'a2',
      position: START,
      check: null,
      told: [],
      at: 0,
      roll: null,
      number: null,
      cube: 1,
      stood_in: false,
      steps: [],
    }
  })
