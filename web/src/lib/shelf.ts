/** The shelf of modified games: sorted by what they are about, and found by words. */

import type { RulebookSummary } from './api/types/rulebooks'

export type Theme = RulebookSummary['theme']
export const themes: Theme[] = ['turns', 'pieces', 'goal', 'start', 'moves', 'other']

/** A text without accents and capitals, in which words are looked for. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word of a query occurs in the names of a game, or in what it says of itself, in either language. */
export function isFound({ names, summary }: Pick<RulebookSummary, 'names' | 'summary'>, query: string): boolean {
  const text = folded([names.es, names.en, summary?.es, summary?.en].join('\n'))
  return folded(query).split(/\s+/).every((word) => text.includes(word))
}

export interface ShelfPart {
  theme: Theme
  games: RulebookSummary[]
}

/** The games that are looked for, by theme; themes without games are left out. */
export function onShelf(games: RulebookSummary[], query: string, theme: Theme | 'all'): ShelfPart[] {
  const found = games.filter((game) => isFound(game, query))
  return themes
    .filter((each) => theme === 'all' || each === theme)
    .map((each) => ({ theme: each, games: found.filter((game) => game.theme === each) }))
    .filter((part) => part.games.length > 0)
}
