/** Cells, steps and turns of a tables game in words. */

import type { PlayedMove, Side, Step } from '../api/types'
import type { PieceSet } from '../board/piece-set'
import { sideOf } from '../board/squares'
import { pieceInWords } from '../board/words'
import { lookUp, speech, t } from '../i18n.svelte'
import { numberOf, type Cell } from './cells'
import { choiceText, readSubmove, readTurn, type Act, type Submove } from './submove'

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

/** «4 peones blancos», “white knight”. */
export function piecesInWords(letter: string, count: number, set: PieceSet): string {
  if (count === 1) return pieceInWords(letter, set)
  const glyph = set.glyph(letter)
  const gender = lookUp(`piece.gender.${glyph}`, 'm')
  const side = sideOf(letter)
  return t('piece.several', {
    count,
    pieces: lookUp(`piece.plural.${glyph}`, set.name(letter, speech.lang)),
    colour: lookUp(`piece.colour.${side}.${gender}.plural`, t(`ui.side.${side}`)),
  })
}

export function lettersInWords(letters: string, set: PieceSet): string {
  return [...new Set(letters)]
    .map((letter) => piecesInWords(letter, [...letters].filter((other) => other === letter).length, set))
    .join(', ')
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

/** The clauses that stand behind what a sub-move does beside moving. */
const clauses: Record<Exclude<Act, 'step' | 'off'>, string> = {
  capture: 'G-20',
  wait: 'G-24',
  joint: 'G-24',
  push: 'G-26',
  share: 'G-28',
}

/** Something that a turn did for a rule: one sentence, and the clause. */
export interface Telling {
  text: string
  clause: string | null
}

/** What has come to the bar, as the effects of a step tell it. */
const captured = (step: Step | undefined): string => {
  const bar = step?.effects.find(([place]) => place === 'bar')
  return bar ? without(bar[2], bar[1]) : ''
}

/** The enemy pieces that a push has moved to another point, and where. */
function pushed(step: Step | undefined, mover: Side): { letters: string; place: string } | null {
  for (const [place, before, after] of step?.effects ?? []) {
    const letters = [...without(after, before)].filter((letter) => sideOf(letter) !== mover).join('')
    if (letters && place !== 'bar' && place !== 'off') return { letters, place }
  }
  return null
}

function tellingsOf(move: Submove, step: Step | undefined, mover: Side, set: PieceSet): Telling[] {
  const piece = moverName(move, set)
  const taken = captured(step)
  const values = { piece, taken: taken ? lettersInWords(taken, set) : t('ui.tables.say.a_piece') }
  const tell = (act: Act, place: string): Telling[] => {
    if (act === 'step' || act === 'off') return []
    if (act === 'push') return tellPush(move, step, mover, set)
    return [{ text: t(`ui.tables.say.${act}`, { ...values, place: placeName(place) }), clause: clauses[act] }]
  }
  return [...(move.between === null ? [] : tell(move.betweenAct, move.between)), ...tell(move.act, move.target)]
}

function tellPush(move: Submove, step: Step | undefined, mover: Side, set: PieceSet): Telling[] {
  const place = placeName(move.target)
  const away = pushed(step, mover)
  const taken = captured(step)
  const told: Telling[] = [{ text: t('ui.tables.say.push', { place }), clause: 'G-26' }]
  if (away)
    told.push({
      text: t('ui.tables.say.pushed', { pieces: lettersInWords(away.letters, set), place: placeName(away.place) }),
      clause: 'G-26',
    })
  if (taken) told.push({ text: t('ui.tables.say.push_takes', { pieces: lettersInWords(taken, set) }), clause: 'G-26' })
  const isPawn = (letter: string): boolean => set.glyph(letter) === 'pawn'
  const spared = away ? [...away.letters].filter(isPawn).length : 0
  if (spared > 0) told.push({ text: t('ui.tables.say.protected', { count: spared }), clause: 'G-27' })
  return told
}

/** What a step of a turn under way does for a rule. */
export function tellStep(step: Step, mover: Side, set: PieceSet): Telling[] {
  const move = readSubmove(step.label)
  return move ? tellingsOf(move, step, mover, set) : []
}

/** The same of a whole turn that was played, as far as its notation tells. */
export const tellTurn = (turn: string, mover: Side, set: PieceSet): Telling[] =>
  readTurn(turn).flatMap((move) => tellingsOf(move, undefined, mover, set))

/** «Caballo de 13 a 08 con el 5 y uno más: captura peón negro». */
export function stepInWords(step: Step, mover: Side, set: PieceSet): string {
  const move = readSubmove(step.label)
  if (!move) return step.label
  const piece = moverName(move, set)
  const ways = { '': 'plain', '+': 'plus', '-': 'minus', x2: 'twice' } as const
  const way = t(`ui.tables.way.${ways[move.ability]}`, { die: Number.parseInt(step.choice, 10) })
  const path = t('ui.tables.path', {
    piece: piece.charAt(0).toUpperCase() + piece.slice(1),
    origin: placeName(move.origin),
    target: placeName(move.target),
    way,
  })
  const told = tellStep(step, mover, set).map(({ text }) => text)
  return [path, ...told].join(' ')
}

/** A turn as it is read aloud: «Negras, 5-2: caballo de 12 a 17, captura; peón …». */
export function turnInWords(move: PlayedMove, set: PieceSet): string {
  const side = t(`ui.side.${move.by}`)
  const moves = readTurn(move.move)
  const said = moves.map((part) =>
    [
      moverName(part, set),
      [part.origin, part.between, part.target].flatMap((place) => (place === null ? [] : placeName(place))).join(' – '),
      ...tellingsOf(part, undefined, move.by, set).map(({ text }) => text),
    ].join(' '),
  )
  const dice = move.roll ? [...move.roll].join('-') : ''
  return t('ui.say.move', { side: dice ? `${side}, ${dice}` : side, move: said.join('; ') || t('ui.tables.passed') })
}

export { choiceText }
