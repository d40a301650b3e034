/** The game of an analysis in its address. */

import { to } from '../routes'

/** The analysis board with a game, after so many of its moves. */
export const studyOf = (rulebook: string, game: string, after: number): string =>
  to.study(rulebook, `?game=${encodeURIComponent(game)}&after=${String(after)}`)

/** What `studyOf` has written. */
export function readGame(query: URLSearchParams): { game: string | null; after: number | null } {
  const after = query.get('after')
  return { game: query.get('game'), after: after !== null && /^\d{1,4}$/.test(after) ? Number(after) : null }
}
