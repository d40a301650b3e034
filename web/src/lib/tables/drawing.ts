/** Where things are drawn on a tables board, in units of its own field of view. */

import type { Side } from '../api/types/words'
import { COLUMNS, isPoint, rowsOf, spotOf, type Cell, type Layout } from './cells'

export const COLUMN = 10
export const WIDTH = COLUMNS * COLUMN
export const HEIGHT = 108
export const MIDDLE = HEIGHT / 2
/** The strip with the numbers, along the edge. */
const EDGE = 5
const POINT_LENGTH = 43
const DISC = 9
const SPACING = 8.4

export interface Spot2d {
  x: number
  y: number
}

/** Mirrors a distance from the edge for the near row. */
const fromEdge = (row: number, distance: number): number => (row === 0 ? distance : HEIGHT - distance)

export const centreX = (cell: Cell, layout: Layout): number => (spotOf(cell, layout).column + 0.5) * COLUMN

/** The middle of a disc in a stack of `height` discs. */
export function discSpot(cell: Cell, slot: number, height: number, layout: Layout): Spot2d {
  const spacing = Math.min(SPACING, (POINT_LENGTH - DISC) / Math.max(1, height - 1))
  return { x: centreX(cell, layout), y: fromEdge(spotOf(cell, layout).row, EDGE + 0.2 + DISC / 2 + slot * spacing) }
}

/** Where the `index`th label of a landing lies: at the tip of the point, the further ones towards the edge. */
export function labelSpot(cell: Cell, index: number, layout: Layout): Spot2d {
  return { x: centreX(cell, layout), y: fromEdge(spotOf(cell, layout).row, EDGE + POINT_LENGTH - 2.6 - index * 6) }
}

export const numberSpot = (cell: Cell, layout: Layout): Spot2d => ({
  x: centreX(cell, layout),
  y: fromEdge(spotOf(cell, layout).row, EDGE / 2),
})

/** Half-way up a point: where arrows begin and end. */
export const middleSpot = (cell: Cell, layout: Layout): Spot2d => ({
  x: centreX(cell, layout),
  y: fromEdge(spotOf(cell, layout).row, EDGE + POINT_LENGTH * 0.45),
})

/** The slot in a stack under a height from the top of the board, for picking one of several pieces. */
export function slotUnder(y: number, cell: Cell, height: number, layout: Layout): number {
  const { row } = spotOf(cell, layout)
  const spacing = Math.min(SPACING, (POINT_LENGTH - DISC) / Math.max(1, height - 1))
  return Math.round(((row === 0 ? y : HEIGHT - y) - EDGE - DISC / 2) / spacing)
}

/**
 * The outline of a point: a slim arch that ends like a bishop's mitre, the base on the edge of the board.
 */
export function archPath(cell: Cell, layout: Layout): string {
  const { row } = spotOf(cell, layout)
  const x = centreX(cell, layout)
  const y = (distance: number): string => String(fromEdge(row, EDGE + distance))
  const at = (dx: number, distance: number): string => `${String(x + dx)} ${y(distance)}`
  const half = COLUMN / 2 - 0.5
  return [
    `M${at(-half, 0)}`,
    `C${at(-half - 0.1, 16)} ${at(-half + 0.6, 29)} ${at(-0.7, POINT_LENGTH - 2.2)}`,
    `Q${at(0, POINT_LENGTH - 0.6)} ${at(0.7, POINT_LENGTH - 2.2)}`,
    `C${at(half - 0.6, 29)} ${at(half + 0.1, 16)} ${at(half, 0)} Z`,
  ].join(' ')
}

/** The ball on top of a point. */
export const finialSpot = (cell: Cell, layout: Layout): Spot2d => ({
  x: centreX(cell, layout),
  y: fromEdge(spotOf(cell, layout).row, EDGE + POINT_LENGTH - 0.2),
})

/** The middle of the dice of a side: in the half at its right hand, as it sits. */
export function diceSpot(side: Side, layout: Layout): Spot2d {
  const [far = []] = rowsOf(layout)
  const columns = far.map((cell, column) => ({ cell, column })).filter(({ cell }) => isPoint(cell))
  const half = side === layout.near ? columns.slice(6) : columns.slice(0, 6)
  const sum = half.reduce((total, { column }) => total + column + 0.5, 0)
  return { x: (sum / half.length) * COLUMN, y: MIDDLE }
}

/** How far the cube of an owner lies from the middle of the bar. */
const CUBE_OFF = 9.5

/** The middle of the doubling cube: on the bar, nearer to its owner where it has one. */
export function cubeSpot(owner: Side | null, layout: Layout): Spot2d {
  const off = owner === null ? 0 : owner === layout.near ? CUBE_OFF : -CUBE_OFF
  return { x: centreX('bar:white', layout), y: MIDDLE + off }
}
