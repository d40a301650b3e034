/** Lists of games, and files of them. */

import type { Outcome, Player } from './game'
import type { Side, Words } from './words'

export interface GameSummary {
  id: string
  rulebook: string
  names: Words
  players: Record<Side, Player>
  plies: number
  result: Outcome['result'] | null
  reason: string | null
  turn: Side | null
  updated_at: number
  position: string
  /** The colour of whoever asks for their own games; null for others, and where a screen is shared. */
  seat: Side | null
}

export interface GamesPage {
  games: GameSummary[]
  /** Where the next page begins. */
  next: string | null
}

/** Which games are wanted; `opponent`, `result` and `turn` only of one's own. */
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

/** A format that a game can be written in, and the name of its file. */
export interface GameFile {
  format: string
  name: string
}

/** What the file of an imported game says about a move (0: before the first). */
export interface GameNote {
  ply: number
  signs: string
  text: string
}

/** What came of a file that was opened. */
export interface FileAnswer {
  format: string
  games: { id: string; rulebook: string; white: string; black: string; result: string; plies: number }[]
  faults: { game: number; line: number; column: number; message: string }[]
  passed: { game: number; line: number; column: number; message: string }[]
}
