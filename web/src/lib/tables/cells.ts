/**
 * The places of a tables board and how they are seen; no rules.
 *
 * Twelve points and a bar lie in each of two rows, with the tray of whoever leaves the board at that end. A place of the
 * server's steps is `1` … `24`, `bar` or `off`; a cell of the board says whose bar or tray it is: `bar:white`.
 */

import type { PointsScene } from '../api/types/board'
import type { Side } from '../api/types/words'
import { sideOf } from '../board/squares'

export type Cell = string

export const POINTS = 24
/** Columns of a row: twelve points, the bar, the tray. */
export const COLUMNS = 14

const points = (from: number, to: number): Cell[] => {
  const step = from < to ? 1 : -1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => String(from + step * index))
}

/** How a board is seen. Both homes lie at the same hand, whoever sits near. */
export interface Layout {
  near: Side
  /** Where points 1 to 12 lie. */
  low: 'near' | 'far'
  homes: 'left' | 'right'
}

/** At which hand both homes lie: as the players sit by the rules, or always at the same one. */
export type HomeHand = 'rules' | 'right' | 'left'

/**
 * How whoever sits `near` sees the board. `facing`: each player sits opposite their own home (G-1b: Black at 01 – 12, 01 at
 * the left); else beside it, as in backgammon, with the home at the right.
 */
export function layoutOf(near: Side, facing: boolean, hand: HomeHand = 'rules'): Layout {
  const seated = facing && near === 'black' ? 'left' : 'right'
  return { near, low: facing === (near === 'black') ? 'near' : 'far', homes: hand === 'rules' ? seated : hand }
}

/** With the homes at the left: points 1 to 12, and those behind them. */
const lowRow: Cell[] = ['off:white', ...points(1, 6), 'bar:black', ...points(7, 12)]
const highRow: Cell[] = ['off:black', ...points(24, 19), 'bar:white', ...points(18, 13)]

/** The two rows of cells as they are seen, the far one first. */
export function rowsOf({ low, homes }: Layout): Cell[][] {
  const rows = low === 'near' ? [highRow, lowRow] : [lowRow, highRow]
  return homes === 'left' ? rows : rows.map((row) => [...row].reverse())
}

export interface Spot {
  row: number
  column: number
}

export function spotOf(cell: Cell, layout: Layout): Spot {
  const rows = rowsOf(layout)
  const row = rows[0]?.includes(cell) ? 0 : 1
  return { row, column: rows[row]?.indexOf(cell) ?? 0 }
}

/** The cell `columns` to the right and `rows` down; the same one where the board ends. */
export function cellFrom(cell: Cell, columns: number, rows: number, layout: Layout): Cell {
  const { row, column } = spotOf(cell, layout)
  return rowsOf(layout)[row + rows]?.[column + columns] ?? cell
}

export const isPoint = (cell: Cell): boolean => !cell.includes(':')

/** The cell of a place that a step of `side` names. */
export const cellOf = (place: string, side: Side): Cell => (place === 'bar' || place === 'off' ? `${place}:${side}` : place)

/** `01` … `24`, as the rulebook writes the points. */
export const numberOf = (cell: Cell): string => cell.padStart(2, '0')

/** The letters that stand in each cell. */
export type Placement = Record<Cell, string>

/** How far the pieces of these kinds have still to go, 25 from the bar. */
export function pipsOf(placement: Placement, side: Side, bearers: string): number {
  const count = (cell: Cell): number =>
    [...(placement[cell] ?? '')].filter((letter) => sideOf(letter) === side && bearers.includes(letter.toUpperCase())).length
  const onPoints = points(1, POINTS).map((point) => count(point) * (side === 'white' ? Number(point) : POINTS + 1 - Number(point)))
  return onPoints.reduce((sum, each) => sum + each, (POINTS + 1) * count(`bar:${side}`))
}

export function placementOf({ points: letters, bar, off }: Pick<PointsScene, 'points' | 'bar' | 'off'>): Placement {
  const placement: Placement = {}
  letters.forEach((here, index) => (placement[String(index + 1)] = here))
  for (const [place, all] of [['bar', bar], ['off', off]] as const)
    for (const side of ['white', 'black'] as const)
      placement[`${place}:${side}`] = [...all].filter((letter) => sideOf(letter) === side).join('')
  return placement
}
