/** Rulebooks, as the server lists and describes them. */

import type { Scene } from './board'
import type { Words } from './words'

export type RulebookGroup = 'chess' | 'tables' | 'gallery' | 'own'

export interface RulebookSummary {
  /** That of a sheet which somebody has made is its hash. */
  id: string
  group: RulebookGroup
  family: string
  names: Words
  summary: Words | null
  same_law_as: string | null
}

export interface PieceKind {
  letter: string
  letters: Words
  names: Words
  plurals: Words
  glyph: string
}

export interface Rulebook<S = Scene> extends RulebookSummary {
  hash: string
  pieces: PieceKind[]
  start: string
  scene: S
  illegal_moves: 'prevent' | 'warn'
  offers: string[]
  /** Whether dice are thrown, and whether a turn is put together step by step. */
  dice: boolean
  composed: boolean
  match: MatchSetting
  options: RuleOption[]
  /** What is set otherwise, where the book is read for a game. */
  chosen?: Record<string, OptionValue>
}

export interface MatchSetting {
  length: number
  cube: boolean
  crawford: boolean
}

export type OptionValue = boolean | number | string

/** What may be set otherwise in a new game; a number has bounds instead of values. */
export interface RuleOption {
  path: string
  kind: 'boolean' | 'choice' | 'number'
  values: OptionValue[] | null
  labels: Words[] | null
  min: number | null
  max: number | null
  default: OptionValue
  names: Words
  help: Words
}
