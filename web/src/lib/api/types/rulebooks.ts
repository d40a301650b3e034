/** Rulebooks, as the server lists and describes them. */

import type * as schema from '../schema'
import type { Scene } from './board'
import type { Known, Words } from './words'

export type { MatchRules as MatchSetting } from '../schema'

export type PieceKind = Known<schema.Piece, { symbols?: Words }>

/** The start position, to be drawn small. */
type Picture = Known<schema.Picture, { glyphs: Record<string, string> }>

export type RulebookGroup = 'chess' | 'tables' | 'gallery' | 'own'
type Group = { group: RulebookGroup; picture: Picture | null }

/** The id of a saved sheet is its hash. */
export type RulebookSummary = Known<schema.Rulebook, Group>

export type Rulebook<S = Scene> = Known<
  schema.RulebookDetail,
  Group & {
    pieces: PieceKind[]
    scene: S
    illegal_moves: 'prevent' | 'warn'
    options: RuleOption[]
    /** What is set otherwise, where the book is read for a game. */
    chosen?: Record<string, OptionValue>
  }
>

export type OptionValue = schema.OptionView['default']

/** What may be set otherwise in a new game; a number has bounds instead of values. */
export type RuleOption = Known<schema.OptionView, { values: OptionValue[] | null; labels: schema.Texts[] | null }>
