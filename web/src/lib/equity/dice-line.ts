/** The analysis board of a game of dice in its address: rules, start position, tree of rolls and turns, match. */

import type { MatchInput } from '../api/types/equity'
import type { GameView } from '../api/types/game'
import type { OptionValue } from '../api/types/rulebooks'
import { readGame, studyOf } from '../study/game-address'
import type { Opening } from '../study/tree-board.svelte'
import { pointsSpelling, readTreeText } from '../study/tree-text'

export interface DiceOpening extends Opening {
  match: MatchInput | null
}

const OPTION = /^(options|match)\.\w+$/

const numbers = ['length', 'white', 'black', 'cube', 'largest'] as const
const flags = ['crawford', 'crawford_played', 'jacoby', 'beavers'] as const

export function readDiceLine(search: string): DiceOpening {
  const query = new URLSearchParams(search)
  const options: Record<string, OptionValue> = {}
  for (const [path, value] of query) if (OPTION.test(path)) options[path] = readValue(value)
  return {
    ...readTreeText(query, pointsSpelling),
    ...readGame(query),
    position: query.get('position'),
    options,
    match: readMatch(query.get('score') ?? ''),
  }
}

/** Writes what stands beside the tree into the query that `readDiceLine` reads. */
export function writeRules(query: URLSearchParams, { options, match }: Pick<DiceOpening, 'options' | 'match'>): void {
  for (const [path, value] of Object.entries(options)) query.set(path, String(value))
  if (match) query.set('score', writeMatch(match))
}

/** The analysis board of a game of dice at one of its turns; undefined where it is not known what rules were set. */
export const studyOfGame = (view: Pick<GameView<unknown>, 'id' | 'rulebook' | 'options'>, ply: number): string | undefined =>
  view.options === null ? undefined : studyOf(view.rulebook.id, view.id, ply)

function readValue(value: string): OptionValue {
  if (value === 'true' || value === 'false') return value === 'true'
  return /^-?\d{1,9}$/.test(value) ? Number(value) : value
}

/** `length:7,white:3,black:5,cube:2,owner:white`; what stands at its default is left out. */
function writeMatch(match: MatchInput): string {
  return Object.entries(match)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}:${String(value)}`]))
    .join(',')
}

function readMatch(text: string): MatchInput | null {
  const given = new Map(text.split(',').map((part) => part.split(':', 2) as [string, string]))
  const match: MatchInput = {}
  for (const name of numbers) {
    const value = given.get(name)
    if (value !== undefined && /^\d{1,5}$/.test(value)) match[name] = Number(value)
  }
  for (const name of flags) if (given.has(name)) match[name] = given.get(name) === 'true'
  const owner = given.get('owner')
  if (owner === 'white' || owner === 'black') match.owner = owner
  return Object.keys(match).length > 0 ? match : null
}

/** A roll as the server reads it: the larger die first. */
export function rollOf(text: string): string {
  const dice = text.match(/[1-6]/g) ?? []
  return dice.length === 2 && /^\s*[1-6]\s*[-,/ ]?\s*[1-6]\s*$/.test(text) ? dice.sort().reverse().join('') : text
}
