/** A position of a tables game being set up by hand; the server validates what becomes of it. */

import type { Side } from '../api/types/words'
import { sideOf } from '../board/squares'
import { isPoint, placementOf, POINTS, type Cell, type Placement } from './cells'
import { readPosition } from './position-text'
import { without } from './words'

/** What is set up, the pieces that do not stand anywhere yet left out. */
export interface Setting {
  placement: Placement
  mover: Side
  /** The kings that count as having never left their start point. */
  home: string
}

const sides = ['white', 'black'] as const
const startPoint = (king: string): Cell => (sideOf(king) === 'white' ? String(POINTS) : '1')
const homeOf = (text: string): string => (text.trim().split(/\s+/)[4] ?? '').replace('-', '')

/** All the pieces of a position, wherever they stand. */
export const armyOf = (text: string): string => Object.values(placementOf(readPosition(text))).join('')

export function readSetting(text: string): Setting {
  const fields = readPosition(text)
  return { placement: placementOf(fields), mover: fields.mover, home: homeOf(text) }
}

/** The position text, before a roll; `order`: the letters of the kinds, as texts order them. */
export function writeSetting({ placement, mover, home }: Setting, order: string): string {
  const sorted = (letters: string): string => inOrder(letters, order)
  const points = Array.from({ length: POINTS }, (_, index) => sorted(placement[String(index + 1)] ?? ''))
  const parts: string[] = []
  let empty = 0
  for (const letters of [...points, null]) {
    if (letters === '') {
      empty++
      continue
    }
    if (empty > 0) parts.push(String(empty))
    empty = 0
    if (letters !== null) parts.push(letters)
  }
  const both = (place: 'bar' | 'off'): string => sorted(sides.map((side) => placement[`${place}:${side}`] ?? '').join('')) || '-'
  return [parts.join('/'), both('bar'), both('off'), mover === 'white' ? 'w' : 'b', home || '-'].join(' ')
}

/** White's letters before Black's, each by the order of the kinds. */
function inOrder(letters: string, order: string): string {
  const all = order.toUpperCase() + order.toLowerCase()
  return [...letters].sort((a, b) => all.indexOf(a) - all.indexOf(b)).join('')
}

/** The pieces of an army that do not stand anywhere. */
export const missingOf = (army: string, placement: Placement): string => without(army, Object.values(placement).join(''))

/** The cell of a piece that is put on `cell`: each side has its own bar and tray. */
const ownCell = (cell: Cell, letter: string): Cell => (isPoint(cell) ? cell : `${cell.split(':')[0] ?? ''}:${sideOf(letter)}`)

/** Whether the pieces of both sides may stand on a point: kings may join (the server knows when). */
const isKing = (letter: string, kings: string): boolean => kings.includes(letter.toUpperCase())

/** Puts a piece on a cell. Enemies there make room, unless a king is among them or comes. */
export function withPiece(placement: Placement, cell: Cell, letter: string, kings = ''): Placement {
  const target = ownCell(cell, letter)
  const here = [...(placement[target] ?? '')]
  const isShared = isKing(letter, kings) || here.some((other) => isKing(other, kings))
  const staying = here.filter((other) => isShared || sideOf(other) === sideOf(letter))
  return { ...placement, [target]: [...staying, letter].join('') }
}

/** Takes a piece off a cell: the one of this letter, else the last. */
export function withoutPiece(placement: Placement, cell: Cell, letter: string | null = null): Placement {
  const here = placement[cell] ?? ''
  return { ...placement, [cell]: without(here, letter ?? here.slice(-1)) }
}

/** The kings that may count as at home where they stand. */
export const possibleHome = (start: string, placement: Placement): string =>
  [...homeOf(start)].filter((king) => (placement[startPoint(king)] ?? '').includes(king)).join('')

/** Pieces that have left the board for good go to the trays; `bearers`: the kinds that may. */
export function withRestOff(placement: Placement, missing: string, bearers: string): Placement {
  let result = placement
  for (const letter of missing) if (bearers.includes(letter.toUpperCase())) result = withPiece(result, `off:${sideOf(letter)}`, letter)
  return result
}

export const NOTHING_PLACED: Placement = {}
