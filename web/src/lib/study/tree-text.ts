/** A tree in an address: moves with their variations in parentheses, as PGN has them, and where one is. */

import { unwritten } from './nodes'
import { Tree } from './tree.svelte'
import { newNodeId, noRemarks, type SentNode } from './types'

/** How the moves of a family stand one after the other in an address. */
export interface Spelling {
  split: (text: string) => string[]
  join: (tokens: string[]) => string
}

export const OPEN = '('
export const CLOSE = ')'

/** Moves without spaces: `e2e4 e7e5 (d7d5 e4d5) g1f3`. */
export const squaresSpelling: Spelling = {
  split: (text) => text.match(/[()]|[^\s()]+/g) ?? [],
  join: (tokens) => tokens.join(' ').replaceAll('( ', '(').replaceAll(' )', ')'),
}

/** Rolls and turns, which have spaces: `31,8/5 6/5,(,64,24/14,),52`. A turn may end with `(2)`. */
export const pointsSpelling: Spelling = {
  split: (text) => text.split(',').map((token) => token.trim()).filter(Boolean),
  join: (tokens) => tokens.join(','),
}

/** What an address says of a tree. */
export interface TreeText {
  tokens: string[]
  /** How many moves of the main line are shown; all where nothing is said. */
  ply: number | null
  /** The number of the move in the text that is shown, where it is not one of the main line. */
  at: number | null
}

/** Longer texts make addresses that some programs cut. */
const MAX_LENGTH = 2400
const MAX_TOKENS = 1000

const count = (text: string | null): number | null => (text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null)

export function readTreeText(query: URLSearchParams, { split }: Spelling): TreeText {
  const tokens = split(query.get('moves') ?? '').slice(0, MAX_TOKENS)
  return { tokens, ply: count(query.get('ply')), at: count(query.get('at')) }
}

/** The tree of a text, its moves not written yet. */
export function treeOf(start: string, tokens: readonly string[]): Tree {
  const nodes: SentNode[] = []
  const below = new Map<string, string>()
  const parentOf = new Map<string, string | null>()
  const open: (string | null)[] = []
  let here: string | null = null
  for (const token of tokens) {
    if (token === OPEN) {
      open.push(here)
      here = here === null ? null : (parentOf.get(here) ?? null)
    } else if (token === CLOSE) here = open.pop() ?? here
    else {
      const place = `${here ?? ''} ${token}`
      let id = below.get(place)
      if (id === undefined) {
        id = newNodeId()
        below.set(place, id)
        parentOf.set(id, here)
        nodes.push({ ...unwritten(token), id, parent: here, remarks: noRemarks() })
      }
      here = id
    }
  }
  return new Tree({ start, root: noRemarks(), nodes })
}

/** The node that a text shows. */
export function shownIn(tree: Tree, { ply, at }: Pick<TreeText, 'ply' | 'at'>): string | null {
  if (at !== null) return tokensOf(tree, null).ids[at - 1] ?? null
  const main = tree.mainLine
  return (ply === null ? main.at(-1) : main[Math.min(ply, main.length) - 1])?.id ?? null
}

/** The tokens of a tree, and the ids of their nodes in the same order. */
function tokensOf(tree: Tree, from: string | null, tokens: string[] = [], ids: string[] = []): { tokens: string[]; ids: string[] } {
  for (let parent = from; ; ) {
    const [first, ...others] = tree.children(parent)
    if (!first) return { tokens, ids }
    tokens.push(first.move)
    ids.push(first.id)
    for (const other of others) {
      tokens.push(OPEN, other.move)
      ids.push(other.id)
      tokensOf(tree, other.id, tokens, ids)
      tokens.push(CLOSE)
    }
    parent = first.id
  }
}

/** The moves of a tree as an address has them; empty where they are too many. */
export function movesText(tree: Tree, spelling: Spelling): string {
  const query = new URLSearchParams()
  writeTreeText(query, tree, spelling)
  return query.get('moves') ?? ''
}

/**
 * Writes a tree into the query of an address: without the variations where they make it too long, and nothing at all
 * (false) where the line that is shown alone is too long.
 */
export function writeTreeText(query: URLSearchParams, tree: Tree, { join }: Spelling): boolean {
  const { current } = tree
  if (tree.size <= MAX_TOKENS) {
    const { tokens, ids } = tokensOf(tree, null)
    const text = join(tokens)
    if (text.length <= MAX_LENGTH) {
      if (tokens.length > 0) query.set('moves', text)
      const isMain = tree.isMain(current)
      const depth = tree.path().length
      if (!isMain && current !== null) query.set('at', String(ids.indexOf(current) + 1))
      else if (depth < tree.mainLine.length) query.set('ply', String(depth))
      return true
    }
  }
  const line = tree.line()
  const text = join(line.map(({ move }) => move))
  if (text.length > MAX_LENGTH) return false
  query.set('moves', text)
  if (tree.path().length < line.length) query.set('ply', String(tree.path().length))
  return true
}
