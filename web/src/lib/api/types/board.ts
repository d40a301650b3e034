/** What stands on a board, and what may be done there. */

import type { Side, Square, Words } from './words'

export interface Scene {
  kind: 'grid'
  files: number
  ranks: number
  holes: Square[]
  pieces: Record<Square, string>
  check: { place: Square; by: Square[]; announce: boolean } | null
  /** Null where captured pieces go to a hand. */
  captured: Record<Side, string[]> | null
  /** How many pieces of each letter the sides hold. */
  hands: Record<Side, Record<string, number>> | null
  promoted: Square[]
  checks_left: Record<Side, number> | null
  /** In the turn, the one to be made included; null where every turn has one. */
  moves_left: number | null
  dice: [number, number] | null
  /** The letter of the kind that each face of a die names. */
  dice_kinds: string[] | null
  region: Square[]
}

/** A board of points (the tables family); letters in upper case are White's. */
export interface PointsScene {
  kind: 'points'
  /** What stands on the points 1 … 24. */
  points: string[]
  bar: string
  off: string
  /** The kings that have never left their start point. */
  home: string
  mover: Side
  dice: [number, number] | null
  /** The kinds that must be borne off: what the pips count. */
  bearers: string
  /** The turns in a row without progress, and how many of them draw the game; null where none do. */
  still: { turns: number; most: number } | null
  pips: Record<Side, number>
  protected: Protection[]
  /** The clauses of what the page says by itself; `departure` and `still` only where these are rules. */
  clauses: { opening: string | null; lost: string | null; departure?: string | null; still?: string | null }
}

/** What a king who pushes cannot capture where it stands, and the piece that sees to it. */
export interface Protection {
  place: string
  pieces: string
  by: string
  reason: 'protects' | 'shelter'
  clause: string | null
}

/** Something that a step did for a rule. */
export interface Told {
  text: Words
  clause: string | null
}

export interface Step {
  token: string
  label: string
  labels: Words
  origin: Square
  target: Square
  choice: string
  effects: [place: Square, before: string, after: string][]
  told: Told[]
}

export interface Refusal {
  token: string
  origin: Square
  target: Square
  reason: string
  clause: string | null
  places: Square[]
  message: Words
}

export interface Steps {
  options: Step[]
  confirmable: boolean
  refused: Refusal[]
  /** Who is protected as the turn stands; nobody on a board of squares. */
  protected: Protection[]
}

/** Where a side's pieces could go if nothing stood in their way: letter → square → target → what it must become there. */
export interface Reach {
  moves: Record<string, Record<Square, Record<Square, string>>>
  /** Letter → squares. */
  drops: Record<string, Square[]>
}
