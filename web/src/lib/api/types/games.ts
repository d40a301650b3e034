/** Lists of games, and files of them. */

import type * as schema from '../schema'
import type { Outcome } from './game'
import type { Known, Side } from './words'

export type { Import as FileAnswer, NoteView as GameNote } from '../schema'

/** A game of a list; `seat`: my colour in my games; null in others, and where a screen is shared. */
export type GameSummary = Known<schema.ListedGame, { result: Outcome['result'] | null; turn: Side | null }>
/** `next`: where the next page begins. */
export type GamesPage = Known<schema.GamesPage, { games: GameSummary[] }>

/** A filter of games; `opponent`, `result` and `turn` only for my games. */
export interface GamesAsked {
  limit: number
  before?: string | undefined
  mine?: true
  state?: 'running' | 'finished'
  turn?: 'mine' | 'theirs'
  opponent?: string | undefined
  rulebook?: string | undefined
  result?: GameResult | undefined
  since?: number | undefined
  until?: number | undefined
}

/** As one side sees it. */
export type GameResult = 'won' | 'lost' | 'drawn'
