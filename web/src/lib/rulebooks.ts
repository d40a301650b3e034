/** Rulebooks, asked for once. */

import { api } from './api/client'
import type { Rulebook, RulebookSummary } from './api/types/rulebooks'

const details = new Map<string, Promise<Rulebook>>()
let list: Promise<RulebookSummary[]> | null = null

export function allRulebooks(): Promise<RulebookSummary[]> {
  list ??= api.rulebooks().catch((error: unknown) => {
    list = null
    throw error
  })
  return list
}

export function rulebook(id: string): Promise<Rulebook> {
  const known = details.get(id)
  if (known) return known
  const asked = api.rulebook(id).catch((error: unknown) => {
    details.delete(id)
    throw error
  })
  details.set(id, asked)
  return asked
}

/** The games of the menu: no further printings of the same law, and not what modifies them. */
export const distinctGames = (rulebooks: RulebookSummary[]): RulebookSummary[] =>
  rulebooks.filter(({ same_law_as, group }) => same_law_as === null && group !== 'gallery')

export const groups = ['chess', 'tables', 'gallery'] as const

export const inGroup = (rulebooks: RulebookSummary[], wanted: RulebookSummary['group']): RulebookSummary[] =>
  rulebooks.filter(({ same_law_as, group }) => same_law_as === null && group === wanted)
