/** The state of the analysis board in its address: start position, moves, shown ply. */

import type { PlayedMove } from '../api/types/game'

export interface StudyLine {
  /** Null for the rulebook's own start. */
  position: string | null
  moves: string[]
  ply: number
}

/** Longer ones make addresses that some programs cut. */
const MOST_MOVES = 300

export function readLine(search: string): StudyLine {
  const query = new URLSearchParams(search)
  const moves = (query.get('moves') ?? '').split(/\s+/).filter(Boolean)
  const ply = query.get('ply') ?? ''
  return { position: query.get('position'), moves, ply: /^\d{1,4}$/.test(ply) ? Math.min(Number(ply), moves.length) : moves.length }
}

/** The query that `readLine` reads. */
export function writeLine({ position, moves, ply }: StudyLine): string {
  const query = new URLSearchParams()
  if (position !== null) query.set('position', position)
  if (moves.length > 0) query.set('moves', moves.join(' '))
  if (ply < moves.length) query.set('ply', String(ply))
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** A game as such a line, so that one can walk on from any of its moves; only the position where it is too long. */
export function lineOfGame(start: string, played: PlayedMove[], ply: number): StudyLine {
  const here = played[ply - 1]?.position ?? start
  if (played.length > MOST_MOVES) return { position: here, moves: [], ply: 0 }
  const tokens = played.map(({ roll, move }) => (roll === null ? [move] : [roll, move]))
  return { position: start, moves: tokens.flat(), ply: tokens.slice(0, ply).flat().length }
}
