/** Requests about all games of the server (docs/api.md). */

import { request } from './client'
import type * as schema from './schema'
import type { ClockState } from './types/clocks'
import type { Outcome } from './types/game'
import type { Known } from './types/words'

/** A game at a glance, as spectators see it. */
export type Glance = Known<schema.Glance, { clock: ClockState | null; result: Outcome['result'] | null }>
export type Overview = Known<schema.Glances, { games: Glance[] }>

export const classroom = {
  health: () => request<schema.Health>('/health'),
  overview: () => request<Overview>('/overview'),
}
