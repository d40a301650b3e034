/** The engines of others that play a rulebook on this server; asked for once. */

import { calls } from './calls'

const known = new Map<string, Promise<string[]>>()

/** Their names; none where the server cannot be asked. */
export function enginesFor(rulebook: string): Promise<string[]> {
  const before = known.get(rulebook)
  if (before) return before
  const asked = calls.engines(rulebook).then(
    (views) => views.map(({ name }) => name),
    () => {
      known.delete(rulebook)
      return []
    },
  )
  known.set(rulebook, asked)
  return asked
}
