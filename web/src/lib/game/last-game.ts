/** The game that was set up last at this browser, to be played again with one click. */

import type { OptionValue } from '../api/types/rulebooks'
import type { Words } from '../api/types/words'
import { recall, remember } from '../storage'

export interface LastGame {
  rulebook: string
  names: Words
  dice: boolean
  against: 'person' | 'computer'
  options: Record<string, OptionValue>
}

const KEY = 'lastGame'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function isLastGame(value: unknown): value is LastGame {
  if (!isObject(value) || !isObject(value.names) || !isObject(value.options)) return false
  const { rulebook, names, dice, against } = value
  const isNamed = typeof names.es === 'string' && typeof names.en === 'string'
  return typeof rulebook === 'string' && isNamed && typeof dice === 'boolean' && (against === 'person' || against === 'computer')
}

export const lastGame = (): LastGame | null =>
  recall<LastGame | null>(KEY, null, (value): value is LastGame | null => value === null || isLastGame(value))

export const keepLastGame = (game: LastGame): void => {
  remember(KEY, game)
}
