/** What the explorer is asked about: a position, in some games. */

import type { AskExplorer } from '../api/types/explorer'
import type { OptionValue } from '../api/types/rulebooks'
import type { Side } from '../api/types/words'

/** The games of this server, my own, or a collection by its name behind `:`, which names none of the others. */
export type Source = 'server' | 'mine' | `:${string}`

export interface Filters {
  result: NonNullable<AskExplorer['result']> | null
  player: string
  /** Whether all games of the player are wanted, in place of the position. */
  anywhere: boolean
  /** The side of the player. */
  colour: Side | null
  /** Pieces on the board, in place of the position: `KRPkrp`. */
  material: string
  ratingFrom: number | null
  ratingTo: number | null
  yearFrom: number | null
  yearTo: number | null
}

export const NO_FILTERS: Filters = { result: null, player: '', anywhere: false, colour: null, material: '', ratingFrom: null, ratingTo: null, yearFrom: null, yearTo: null }

export interface Place {
  rulebook: string
  options: Record<string, OptionValue>
  position: string
}

/** What games of a collection are found by in place of the position, if by anything. */
export function inPlaceOfPosition(source: Source, { material, player, anywhere }: Filters): 'material' | 'player' | null {
  if (!source.startsWith(':')) return null
  if (material.trim()) return 'material'
  return anywhere && player.trim() ? 'player' : null
}

/** What the server is asked; filters that a source does not have are left out. */
export function question(place: Place, source: Source, filters: Filters): AskExplorer {
  const always = {
    ...(filters.result === null ? {} : { result: filters.result }),
    ...(filters.yearFrom === null ? {} : { year_from: filters.yearFrom }),
    ...(filters.yearTo === null ? {} : { year_to: filters.yearTo }),
  }
  if (source === 'server' || source === 'mine') return { ...place, source, ...always }
  const { position, ...rules } = place
  const [player, material] = [filters.player.trim(), filters.material.trim()]
  const anywhere = inPlaceOfPosition(source, filters) === 'player'
  return {
    ...rules,
    ...(material ? { material } : { position }),
    source: 'collection',
    collection: source.slice(1),
    ...(player ? { player } : {}),
    ...(anywhere ? { anywhere } : {}),
    ...(player && filters.colour ? { colour: filters.colour } : {}),
    ...(filters.ratingFrom === null ? {} : { rating_from: filters.ratingFrom }),
    ...(filters.ratingTo === null ? {} : { rating_to: filters.ratingTo }),
    ...always,
  }
}
