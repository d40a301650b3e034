/** What is asked of the server about all its games at once (docs/api.md). */

import { request } from './client'
import type { ClockState } from './types/clocks'
import type { Outcome, Player } from './types/game'
import type { Side, Square, Words } from './types/words'

/** A game at a glance, as somebody sees it who only watches. */
export interface Glance {
  id: string
  rulebook: string
  names: Words
  players: Record<Side, Player>
  created_at: number
  plies: number
  turn: Side | null
  position: string
  /** A turn that is put together from steps has no origin and target. */
  last: { san: Words; origin: Square; target: Square } | null
  clock: ClockState | null
  /** Whether the person there is at the game; null: nobody in particular. */
  white: boolean | null
  black: boolean | null
  /** Since when it waits for whose turn it is; null where that is not told. */
  waiting_since: number | null
  ended_at: number | null
  result: Outcome['result'] | null
  reason: string | null
}

export interface Overview {
  now: number
  games: Glance[]
}

interface Health {
  /** The address for a class, where the server serves one. */
  classroom: string | null
}

export const classroom = {
  health: () => request<Health>('/health'),
  overview: () => request<Overview>('/overview'),
}
