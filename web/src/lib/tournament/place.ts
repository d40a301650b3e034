/** Where a game belongs to, asked once however many parts of a screen show it. */

import { path, request } from '$lib/api/client'
import type { GamePlace } from '$lib/api/schema'

let asked: { game: string; place: Promise<GamePlace | null> } | null = null

/** The tournament of a game; null for other games, and where nobody knows. */
export function placeOf(game: string): Promise<GamePlace | null> {
  if (asked?.game !== game) {
    asked = { game, place: request<GamePlace | null>(path`/games/${game}/tournament`).catch(() => null) }
  }
  return asked.place
}
