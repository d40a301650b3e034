/** A rulebook as far as an unfinished sheet describes it, for editing its start position. */

import type { PieceKind, Rulebook } from '../api/types/rulebooks'
import type { SheetData } from '../api/types/sheets'
import type { Words } from '../api/types/words'
import { at, isTable, pathOf } from './data'

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' && value ? value : otherwise)

export function bookOf(data: SheetData, parent: Rulebook): Rulebook {
  if ((parent.scene as { kind: string }).kind !== 'grid') return parent
  const size = (name: string): number => {
    const value = at(data, ['board', name])
    return typeof value === 'number' && value >= 1 && value <= 8 ? Math.floor(value) : 8
  }
  const holes = at(data, pathOf('board.holes'))
  return {
    ...parent,
    pieces: Object.entries(isTable(data.pieces) ? data.pieces : {}).flatMap(([name, piece]) =>
      isTable(piece) ? [kindOf(name, piece)] : [],
    ),
    start: text(at(data, pathOf('start.fen')), parent.start),
    scene: {
      ...parent.scene,
      files: size('files'),
      ranks: size('ranks'),
      holes: Array.isArray(holes) ? holes.filter((hole) => typeof hole === 'string') : [],
    },
  }
}

function kindOf(name: string, piece: SheetData): PieceKind {
  const letter = text(piece.letter, '?')
  const said = isTable(piece.names) ? piece.names : {}
  const names: Words = { es: text(said.es, name), en: text(said.en, name) }
  return { letter, letters: { es: text(piece.letter_es, letter), en: letter }, names, plurals: names, glyph: text(piece.glyph, '') }
}
