/** Analyses of games, hints and threats. */

import type { Side, Square, Words } from './words'

export type Grade = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'

/** A line: its first move as it goes over the board, and all of it in words. */
export interface AnalysedLine {
  /** The token of its first move. */
  move: string
  /** A square, `N@` for a piece of the hand, or nothing. */
  origin: string
  target: string
  text: string
}

/** `expected`: of the points that White may get, 0 … 1. */
export interface AnalysedStanding {
  expected: number
  score: string
  text: string
}

export interface AnalysedMove {
  ply: number
  side: Side
  /** With its number and its sign. */
  move: string
  grade: Grade
  sign: string
  loss: number
  standing: AnalysedStanding
  text: string
  best: AnalysedLine
  reply: AnalysedLine | null
}

export interface AnalysisReport {
  start: AnalysedStanding
  moves: AnalysedMove[]
  next: AnalysedLine | null
  moments: number[]
  /** The moves whose best is to be found in the position before. */
  puzzles: number[]
  players: { side: Side; accuracy: number | null; grades: [string, number][]; text: string }[]
}

export interface AnalysisView {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  error: string | null
  report: AnalysisReport | null
}

export interface ThreatView {
  ply: number
  line: AnalysedLine | null
  text: string
}

/** Lines from a position, the best first; without standing where chance is to act, and for a threat, told by `text`. */
export interface LookView {
  standing: AnalysedStanding | null
  lines: { line: AnalysedLine; standing: AnalysedStanding }[]
  text: string
}

export interface AskLook {
  rulebook: string
  position: string
  moves: string[]
  nodes?: number
  engine?: string
  threat?: boolean
}

/** An engine of others that the server may run. */
export interface EngineView {
  name: string
  rulebooks: string[]
}

/** `target` is null where only the piece was asked for. */
export interface HintView {
  seq: number
  origin: string
  target: Square | null
  text: Words
}
