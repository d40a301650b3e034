/** The squares that pieces may move to, from the steps that the server offers. */

import type { Reach, Step, Steps } from '../api/types/board'
import type { GameView } from '../api/types/game'
import type { Language, Side, Square } from '../api/types/words'
import { sideOf } from './squares'

/**
 * `move`: legal. `try`: illegal, but may be tried and is then refused and explained (T-3). `explain`: illegal, not marked;
 * a try says why. `premove`: may be a move in the next turn.
 */
export type TargetKind = 'move' | 'try' | 'explain' | 'premove'

export type Targets = Map<Square, Map<Square, TargetKind>>

export const NO_TARGETS: Targets = new Map()

export const NO_STEPS: Steps = { options: [], confirmable: false, refused: [], protected: [], lost: [] }

export function targetsOf(steps: Steps, illegalMoves: GameView['rulebook']['illegal_moves']): Targets {
  const targets: Targets = new Map()
  const add = (origin: Square, target: Square, kind: TargetKind): void => {
    const from = targets.get(origin) ?? new Map<Square, TargetKind>()
    targets.set(origin, from.set(target, kind))
  }
  for (const { origin, target } of steps.refused) add(origin, target, illegalMoves === 'warn' ? 'try' : 'explain')
  for (const { origin, target } of steps.options) add(origin, target, 'move')
  return targets
}

/** Every piece, or those of one side, to anywhere but its own side's pieces: used until the legal moves are known. */
export function anywhere(pieces: Record<Square, string>, squares: Square[], only?: Side): Targets {
  const free = (side: Side): Map<Square, TargetKind> =>
    new Map(squares.filter((square) => !pieces[square] || sideOf(pieces[square]) !== side).map((square) => [square, 'explain']))
  const targets = { white: free('white'), black: free('black') }
  const moving = Object.entries(pieces).filter(([, letter]) => only === undefined || sideOf(letter) === only)
  return new Map(moving.map(([square, letter]) => [square, targets[sideOf(letter)]]))
}

/** All of both; where both have a target, its kind is that of the second. */
export function joined(some: Targets, more: Targets): Targets {
  const all: Targets = new Map([...some, ...more])
  for (const [origin, reached] of some) all.set(origin, new Map([...reached, ...(more.get(origin) ?? [])]))
  return all
}

/** The premoves of a side: its moves on an empty board, and drops on any square without a piece of its own. */
export function reachable(
  reach: Reach,
  pieces: Record<Square, string>,
  hand: Record<string, number>,
  side: Side,
): Targets {
  const targets: Targets = new Map()
  const add = (origin: string, squares: string[]): void => {
    if (squares.length > 0) targets.set(origin, new Map(squares.map((square) => [square, 'premove'])))
  }
  const own = (square: Square): boolean => pieces[square] !== undefined && sideOf(pieces[square]) === side
  for (const [square, letter] of Object.entries(pieces))
    if (own(square)) add(square, Object.keys(reach.moves[letter.toUpperCase()]?.[square] ?? {}))
  for (const [letter, count] of Object.entries(hand)) {
    const kind = letter.toUpperCase()
    if (count > 0) add(`${kind}@`, (reach.drops[kind] ?? []).filter((square) => !own(square)))
  }
  return targets
}

/** The step that a text names, as a token or as SAN; signs of capture and check may be missing. */
export function stepNamed(steps: Steps, text: string, lang: Language): Step | undefined {
  const bare = (label: string): string => label.replace(/[x=+#]/g, '').replace(/^0-0/, 'O-O').replace(/-0$/, '-O')
  return (
    steps.options.find(({ token }) => token === text) ??
    steps.options.find(({ labels }) => bare(labels[lang]) === bare(text))
  )
}

/** The steps between two squares: more than one where the player chooses what the piece becomes. */
export const stepsBetween = (steps: Steps, origin: Square, target: Square): Step[] =>
  steps.options.filter((step) => step.origin === origin && step.target === target)

/** The pieces with one of them put elsewhere, whatever the rules say. */
export function moved(pieces: Record<Square, string>, origin: Square, target: Square): Record<Square, string> {
  const { [origin]: piece, ...rest } = pieces
  return piece ? { ...rest, [target]: piece } : pieces
}

export function applyStep(pieces: Record<Square, string>, step: Step): Record<Square, string> {
  const result = { ...pieces }
  for (const [place, , after] of step.effects) {
    if (after) result[place] = after
    else Reflect.deleteProperty(result, place)
  }
  return result
}
