/** Finding a rule in the form of a sheet by words: those of its name, its help and its values, accents or not. */

import type { SheetField } from '../api/types/sheets'
import type { Words } from '../api/types/words'
import { folded } from '../shelf'

export interface FoundField {
  field: SheetField
  /** The names of the tables that it is in, the outermost first. */
  within: Words[]
}

/** How many are listed. */
const MAX_SHOWN = 8

/** The fields that a query finds, best first: by name, then by value, then by help. Entries of maps count as the map. */
export function findFields(fields: SheetField[], query: string): FoundField[] {
  const words = folded(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found: (FoundField & { rank: number })[] = []
  const look = (field: SheetField, within: Words[]): void => {
    const rank = rankOf(field, words)
    if (rank < PLACES) found.push({ field, within, rank })
    for (const part of field.fields ?? []) if (part.kind !== 'data' && part.format !== 'clause') look(part, [...within, field.names])
  }
  for (const field of fields) look(field, [])
  return found.sort((one, other) => one.rank - other.rank).slice(0, MAX_SHOWN)
}

const PLACES = 3

/** The first place in which all words occur; `PLACES` for none. */
function rankOf({ names, help, options }: SheetField, words: string[]): number {
  const values = (options ?? []).flatMap(({ names: value }) => [value.es, value.en])
  const texts = [[names.es, names.en], [names.es, names.en, ...values], [names.es, names.en, ...values, help.es, help.en]]
  const place = texts.map((parts) => folded(parts.join('\n'))).findIndex((text) => words.every((word) => text.includes(word)))
  return place < 0 ? PLACES : place
}
