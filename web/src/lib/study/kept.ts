/** Analyses that this browser keeps, the latest first: few, and none that is large. */

import type { OptionValue } from '../api/types/rulebooks'
import { recall, remember } from '../storage'
import type { SentNode, SentTree } from './types'

export interface KeptAnalysis {
  id: string
  rulebook: string
  /** Null for the start of the rules. */
  position: string | null
  options: Record<string, OptionValue>
  /** The game that it began with, if any. */
  game: string | null
  /** The text of its tree in an address. */
  moves: string
  tree: SentTree
}

const KEY = 'trees'
const MOST = 8
/** Of one analysis, and of all: browsers give a site five million characters, and there are other things to keep. */
const MAX_LENGTH = 400_000
const MAX_ALL = 1_200_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function isRemarks(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { comment, lead, nags, shapes } = value
  return typeof comment === 'string' && typeof lead === 'string' && Array.isArray(nags) && Array.isArray(shapes)
}

function isNode(value: unknown): value is SentNode {
  if (!isRecord(value)) return false
  const { id, parent, move, san, position, remarks } = value
  const texts = [id, move, position].every((each) => typeof each === 'string')
  return texts && (parent === null || typeof parent === 'string') && isRecord(san) && isRemarks(remarks)
}

function isKept(value: unknown): value is KeptAnalysis {
  if (!isRecord(value) || !isRecord(value.tree) || !isRecord(value.options)) return false
  const { id, rulebook, moves, tree } = value
  const { start, root, nodes } = tree as Partial<SentTree>
  const texts = [id, rulebook, moves, start].every((each) => typeof each === 'string')
  return texts && isRemarks(root) && Array.isArray(nodes) && nodes.every(isNode)
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** Those of a rulebook. What was kept in another form is passed over. */
export const keptOf = (rulebook: string): KeptAnalysis[] => all().filter((each) => each.rulebook === rulebook)

const all = (): KeptAnalysis[] => recall<unknown[]>(KEY, [], isList).filter(isKept)

/** Keeps an analysis as the latest; the oldest make way for it. One that is too large is not kept. */
export function keep(analysis: KeptAnalysis): void {
  const others = all().filter(({ id }) => id !== analysis.id)
  const kept: KeptAnalysis[] = []
  let length = 0
  for (const each of [analysis, ...others].slice(0, MOST)) {
    const own = JSON.stringify(each).length
    length += own
    if (own <= MAX_LENGTH && length <= MAX_ALL) kept.push(each)
  }
  remember(KEY, kept)
}

export function forget(id: string): void {
  remember(KEY, all().filter((each) => each.id !== id))
}
