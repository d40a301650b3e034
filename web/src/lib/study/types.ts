/** The tree of an analysis and the edits that change it: the same for one of this browser and one that is shared. */

import type { Side, Words } from '../api/types/words'

/** What is said about a position, and drawn on it. */
export interface Remarks {
  comment: string
  /** What is said before the move; of the start, what is said before all. */
  lead: string
  nags: number[]
  /** `Ge4`, `Rd1>h5`: the letter of a colour, then a cell or two. */
  shapes: string[]
  /** What the clock showed, in seconds. */
  clock: number | null
  /** `0.35` for White in pawns, `#-3`. */
  evaluation: string | null
}

/** A move as the rules write it, and the position after it. */
export interface Written {
  /** Null for chance: a roll is a node of its own. */
  by: Side | null
  move: string
  san: Words
  origin: string
  target: string
  position: string
}

/** A move of a tree as it is sent and kept. */
export interface SentNode extends Written {
  id: string
  /** Null below the start. */
  parent: string | null
  remarks: Remarks
}

/** Every parent before its children; children of one parent in their order, the first is the main line. */
export interface SentTree {
  start: string
  root: Remarks
  nodes: SentNode[]
}

/** One change of a tree; `node` null is the start. */
export type Edit =
  | { type: 'add'; node: string; parent: string | null; move: string }
  /** The node and all that follows it disappear; `restore` brings them back as they were. */
  | { type: 'remove' | 'restore'; node: string }
  /** Its line becomes the first among its siblings. */
  | { type: 'promote'; node: string }
  /** `base`: the text that the writer saw. */
  | { type: 'comment'; node: string | null; field: 'comment' | 'lead'; base: string; text: string }
  | { type: 'nag'; node: string | null; nag: number; on: boolean }
  | { type: 'shape'; node: string | null; shape: string; on: boolean }

export const MAX_NODES = 5000
export const MAX_COMMENT = 10_000
export const MAX_NAGS = 20
export const MAX_SHAPES = 64

export const noRemarks = (): Remarks => ({ comment: '', lead: '', nags: [], shapes: [], clock: null, evaluation: null })

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'

/** The id of a new node: 16 random signs. */
export const newNodeId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => SIGNS[byte & 63]).join('')
