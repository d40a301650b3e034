/** What a board shows after so many moves of a game. */

import type { PointsScene } from '../api/types/board'
import type { CubeView, GameView } from '../api/types/game'
import type { Side, Square } from '../api/types/words'
import { readHands, readPieces } from '../board/position-text'
import { placementOf, type Cell, type Placement } from '../tables/cells'
import { cubeAfter } from '../tables/cube'
import { diceOf, type Die } from '../tables/dice'
import { readPosition } from '../tables/position-text'
import { cellsOf, readTurn } from '../tables/submove'
import { numberBefore, pairsFrom, type Pairs } from './move-numbers'

/** The text of the position after `ply` moves; at the present with what has been rolled since. */
export const positionAfter = (view: GameView<unknown>, ply: number): string =>
  ply === view.moves.length ? view.position : (view.moves[ply - 1]?.position ?? view.start)

export interface OnSquares {
  pieces: Record<Square, string>
  hands: Record<Side, Record<string, number>> | null
  lastMove: Square[]
  check: Square | null
}

export function squaresAfter(view: GameView, ply: number): OnSquares {
  const move = view.moves[ply - 1]
  const text = positionAfter(view, ply)
  return {
    pieces: readPieces(text),
    hands: readHands(text),
    lastMove: move ? [move.origin, move.target] : [],
    check: ply === view.moves.length ? (view.scene.check?.place ?? null) : (move?.check ?? null),
  }
}

export interface OnPoints {
  placement: Placement
  mover: Side
  dice: Die[]
  lastMove: Cell[]
  cube: CubeView | null
}

/** With the roll that is to be played, or that of the last move where one looks back. */
export function pointsAfter(view: GameView<PointsScene>, ply: number): OnPoints {
  const move = view.moves[ply - 1]
  const setup = readPosition(positionAfter(view, ply))
  const present = ply === view.moves.length
  const [high, low] = [...(move?.roll ?? '')].map(Number)
  const rolled: [number, number] | null = high && low ? [high, low] : null
  const dice = present ? view.scene.dice : rolled
  return {
    placement: placementOf(setup),
    mover: present ? view.scene.mover : (move?.by ?? setup.mover),
    dice: dice ? diceOf(dice, [], false) : [],
    lastMove: move ? cellsOf(readTurn(move.move), move.by) : [],
    cube: cubeAfter(view, ply),
  }
}

export const isOfPoints = (view: GameView<{ kind: string }>): view is GameView<PointsScene> => view.scene.kind === 'points'

/** The game by whose own sheet the manual is to be read; null where its rulebook says all. */
export const ownRules = ({ id, options }: Pick<GameView<unknown>, 'id' | 'options'>): string | null =>
  options !== null && Object.keys(options).length === 0 ? null : id

/** How the moves of a game are numbered; undefined where each turn has a number of its own. */
export const pairsOf = (view: GameView): Pairs | undefined => (view.scene.moves_left === null ? pairsFrom(view.start) : undefined)

/** A move with its number, as it is written down: «12. Cf3», «12… d5»; in games without pairs each turn has its own. */
export function numbered(view: GameView<{ kind: string }>, ply: number, san: string): string {
  const pairs = isOfPoints(view) ? undefined : pairsOf(view as GameView)
  return `${pairs ? numberBefore(pairs, ply) : `${String(ply)}.`} ${san}`
}
