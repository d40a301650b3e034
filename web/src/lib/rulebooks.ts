/** The rulebooks of the server; each is loaded once. */

import { api } from './api/client'
import type { RulebookSummary } from './api/types/rulebooks'
import { cached } from './cached'

const list = cached(api.rulebooks)

export const allRulebooks = (): Promise<RulebookSummary[]> => list(undefined)

export const rulebook = cached(api.rulebook)

/** The games of the menu: no further printings of the same law, and not what modifies them. */
export const distinctGames = (rulebooks: RulebookSummary[]): RulebookSummary[] =>
  rulebooks.filter(({ same_law_as, group }) => same_law_as === null && group !== 'gallery')

export const groups = ['chess', 'tables', 'gallery'] as const

export const inGroup = (rulebooks: RulebookSummary[], wanted: RulebookSummary['group']): RulebookSummary[] =>
  rulebooks.filter(({ same_law_as, group }) => same_law_as === null && group === wanted)
