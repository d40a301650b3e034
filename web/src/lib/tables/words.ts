/** Cells, steps and turns of a tables game in words. */

import type { Step } from '../api/types/board'
import type { PlayedMove } from '../api/types/game'
import type { Side } from '../api/types/words'
import type { PieceSet } from '../board/piece-set'
import { sideOf } from '../board/squares'
import { lettersInWords } from '../board/words'
import { inWords, speech, t } from '../i18n.svelte'
import { numberOf, type Cell } from './cells'
import { faceOf, readSubmove, readTurn, type Submove } from './submove'

/** The letters of `all` without those of `some`. */
export function without(all: string, some: string): string {
  const left = [...all]
  for (const letter of some) {
    const index = left.indexOf(letter)
    if (index >= 0) left.splice(index, 1)
  }
  return left.join('')
}

/** The letter, as it stands on the board, of the piece that a step moves. */
export function letterOf(step: Step, mover: Side): string {
  const effect = step.effects.find(([place]) => place === step.origin)
  const gone = effect ? without(effect[1], effect[2]) : ''
  const own = [...gone].find((letter) => sideOf(letter) === mover) ?? step.label.charAt(0)
  return mover === 'white' ? own.toUpperCase() : own.toLowerCase()
}

/** «punto 08», «barra de las blancas». */
export function cellName(cell: Cell): string {
  const [kind, side] = cell.split(':')
  return side === undefined ? numberOf(cell) : t(`ui.tables.${kind as 'bar' | 'off'}.${side as Side}`)
}

/** «08, alfil blanco, caballo blanco», «12, vacío». */
export const cellInWords = (cell: Cell, letters: string, set: PieceSet): string =>
  t('ui.board.square', { square: cellName(cell), content: letters ? lettersInWords(letters, set) : t('ui.tables.empty') })

const placeName = (place: string): string =>
  place === 'bar' || place === 'off' ? t(`ui.tables.${place}`) : numberOf(place)

/** The piece that a sub-move is of, in words. */
const moverName = ({ letter }: Submove, set: PieceSet): string => {
  const kind = letter || (set.kinds[0]?.letter ?? '')
  return set.name(kind, speech.lang).toLowerCase()
}

/** «Caballo de 13 a 08 con el 5 y uno más.»: a step by its notation and the use of its die. */
export function submoveInWords(label: string, choice: string, set: PieceSet): string {
  const move = readSubmove(label)
  if (!move) return label
  const piece = moverName(move, set)
  const ways = { '': 'plain', '+': 'plus', '-': 'minus', x2: 'twice' } as const
  const way = t(`ui.tables.way.${ways[move.ability]}`, { die: faceOf(choice) })
  return t('ui.tables.path', {
    piece: piece.charAt(0).toUpperCase() + piece.slice(1),
    origin: placeName(move.origin),
    target: placeName(move.target),
    way,
  })
}

/** «Caballo de 13 a 08 con el 5 y uno más. El caballo blanco captura …». */
export function stepInWords(step: Step, set: PieceSet): string {
  return [submoveInWords(step.label, step.choice, set), ...step.told.map(({ text }) => inWords(text))].join(' ')
}

/** A turn as it is read aloud: «Negras, 5-2: caballo 12 – 17; peón 19 – 21. El caballo negro captura …». */
export function turnInWords(move: PlayedMove, set: PieceSet): string {
  const side = t(`ui.side.${move.by}`)
  const paths = readTurn(move.move).map((part) => {
    const places = [part.origin, part.between, part.target].flatMap((place) => (place === null ? [] : placeName(place)))
    return `${moverName(part, set)} ${places.join(' – ')}`
  })
  const dice = move.roll ? [...move.roll].join('-') : ''
  const path = t('ui.say.move', { side: dice ? `${side}, ${dice}` : side, move: paths.join('; ') || t('ui.tables.passed') })
  return [`${path}.`, ...move.told.map(({ text }) => inWords(text))].join(' ')
}
