/** The state of the analysis board of a game of dice in its address: rules, start position, throws and turns, match. */

import type { MatchInput } from '../api/types/equity'
import type { GameView, PlayedMove } from '../api/types/game'
import type { OptionValue } from '../api/types/rulebooks'
import { to } from '../routes'

export interface DiceLine {
  /** Null for the start of the rules. */
  position: string | null
  /** Throws (`52`) and turns (`13/8 6/5`), as they came. */
  moves: string[]
  /** How many of them are shown. */
  ply: number
  /** What is set otherwise than in the rulebook. */
  options: Record<string, OptionValue>
  match: MatchInput | null
}

/** Longer ones make addresses that some programs cut. */
const MOST_MOVES = 200
const OPTION = /^(options|match)\.\w+$/

const numbers = ['length', 'white', 'black', 'cube', 'largest'] as const
const flags = ['crawford', 'crawford_played', 'jacoby', 'beavers'] as const

export function readDiceLine(search: string): DiceLine {
  const query = new URLSearchParams(search)
  const moves = (query.get('moves') ?? '').split(',').map((move) => move.trim()).filter(Boolean)
  const ply = query.get('ply') ?? ''
  const options: Record<string, OptionValue> = {}
  for (const [path, value] of query) if (OPTION.test(path)) options[path] = readValue(value)
  return {
    position: query.get('position'),
    moves,
    ply: /^\d{1,4}$/.test(ply) ? Math.min(Number(ply), moves.length) : moves.length,
    options,
    match: readMatch(query.get('score') ?? ''),
  }
}

/** The query that `readDiceLine` reads. */
export function writeDiceLine({ position, moves, ply, options, match }: DiceLine): string {
  const query = new URLSearchParams()
  for (const [path, value] of Object.entries(options)) query.set(path, String(value))
  if (position !== null) query.set('position', position)
  if (moves.length > 0) query.set('moves', moves.join(','))
  if (ply < moves.length) query.set('ply', String(ply))
  if (match) query.set('score', writeMatch(match))
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** A game as such a line, so that one can go on from any of its turns; only the position where it is too long. */
export function diceLineOfGame(
  start: string,
  played: PlayedMove[],
  ply: number,
  options: Record<string, OptionValue> | null,
): DiceLine {
  const rules = { options: options ?? {}, match: null }
  if (played.length > MOST_MOVES / 2) return { ...rules, position: played[ply - 1]?.position ?? start, moves: [], ply: 0 }
  const tokens = played.map(({ roll, move }) => (roll === null ? [move] : [roll, move]))
  return { ...rules, position: start, moves: tokens.flat(), ply: tokens.slice(0, ply).flat().length }
}

/** The analysis board of a game of dice at one of its turns; undefined where it is not known what rules were set. */
export const studyOfGame = (view: Pick<GameView<unknown>, 'rulebook' | 'start' | 'moves' | 'options'>, ply: number): string | undefined =>
  view.options === null ? undefined : to.study(view.rulebook.id, writeDiceLine(diceLineOfGame(view.start, view.moves, ply, view.options)))

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

/** A throw as the server reads it: the larger die first. */
export function throwOf(text: string): string {
  const dice = text.match(/[1-6]/g) ?? []
  return dice.length === 2 && /^\s*[1-6]\s*[-,/ ]?\s*[1-6]\s*$/.test(text) ? dice.sort().reverse().join('') : text
}
