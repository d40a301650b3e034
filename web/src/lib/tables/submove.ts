/** Reads the notation of turns (docs/api.md) into its parts, so that it can be said in words. */

import type { Side } from '../api/types/words'
import { cellOf, type Cell } from './cells'

export type Act = 'step' | 'capture' | 'wait' | 'joint' | 'push' | 'share' | 'off'
export type Ability = '' | '+' | '-' | 'x2'

export interface Submove {
  /** The piece's letter in English; empty where the game has one kind of piece. */
  letter: string
  origin: string
  /** Where a die that is used twice lands first. */
  between: string | null
  betweenAct: Act
  target: string
  ability: Ability
  act: Act
}

const acts: Record<string, Act> = { '': 'step', '*': 'capture', '&': 'wait', '&*': 'joint', '>': 'push', '=': 'share' }
const SUBMOVE = /^([A-Z]?)(bar|\d+)\/(?:(\d+)([*&>=]*)\/)?(off|\d+)([+-]?)([*&>=]*)(?::[1-6])?$/

export function readSubmove(text: string): Submove | null {
  const parts = SUBMOVE.exec(text)
  if (!parts) return null
  const [, letter = '', origin = '', between, first = '', target = '', sign = '', marks = ''] = parts
  return {
    letter,
    origin,
    between: between ?? null,
    betweenAct: acts[first] ?? 'step',
    target,
    ability: between === undefined ? (sign as Ability) : 'x2',
    act: target === 'off' ? 'off' : (acts[marks] ?? 'step'),
  }
}

/** The sub-moves of a turn; none for one that was lost, or for a text that is no turn. */
export const readTurn = (text: string): Submove[] =>
  text.split(' ').flatMap((part) => readSubmove(part) ?? [])

/** The die that a step's choice uses: 5 for `5`, `5+`, `5-`, `5x2`. */
export const faceOf = (choice: string): number => Number.parseInt(choice, 10)

/** `5`, `5+1`, `5−1`, `5×2`: a choice as it is shown on the board. */
export const choiceText = (choice: string): string =>
  choice.replace('+', '+1').replace('-', '\u22121').replace('x2', '\u00d72')

interface Path {
  origin: string
  between?: string | null
  target: string
}

/** The cells between which sub-moves of a side lead. */
export const cellsOf = (parts: Path[], side: Side): Cell[] =>
  parts.flatMap(({ origin, target }) => [cellOf(origin, side), cellOf(target, side)])

/** The arrows of sub-moves of a side, one for each landing; one for those that go the same way. */
export function arrowsOf(parts: Path[], side: Side): [Cell, Cell][] {
  const found = parts.flatMap(({ origin, between, target }): [Cell, Cell][] => {
    const cells = [origin, ...(between ? [between] : []), target].map((place) => cellOf(place, side))
    return cells.slice(1).map((cell, index) => [cells[index] ?? cell, cell])
  })
  return found.filter(([from, to], index) => found.findIndex((other) => other[0] === from && other[1] === to) === index)
}
