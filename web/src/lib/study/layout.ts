/** How the moves of a tree are laid out: the main line in rows, what is said in between, variations below each other. */

import type { Block, Entry, Line, Part } from '../game/move-rows'
import { numberBefore, type Pairs } from '../game/move-numbers'
import { nagInWords, signOf } from './nags'
import type { Tree, TreeNode } from './tree.svelte'
import { moveText } from './words'

type Row = Extract<Block, { kind: 'row' }>

export interface LayoutOptions {
  /** How moves are numbered in pairs; undefined where each turn has its own row. */
  pairs?: Pairs | undefined
  /** What follows this node is not shown; null the start. */
  upTo?: string | null | undefined
  /** What nodes are worth, by their ids; else it is what the tree says. */
  values?: Readonly<Record<string, string>>
}

class Layout {
  constructor(
    private readonly tree: Tree,
    private readonly options: LayoutOptions,
  ) {}

  blocks(): Block[] {
    const { root } = this.tree
    const blocks: Block[] = [...comment('lead', root.remarks.lead), ...comment('start', root.remarks.comment)]
    let row: Row | null = null
    let ply = 0
    for (let node = this.#next(null); node; node = this.#next(node.id)) {
      const entry = this.#entry(node, ++ply, 0, false)
      const lead = comment(`lead ${node.id}`, node.remarks.lead)
      if (lead.length > 0) row = null
      blocks.push(...lead)
      if (row && this.#joins(row, entry)) row.cells.push(entry)
      else blocks.push((row = this.#row(entry)))
      const behind = [...comment(node.id, node.remarks.comment), ...this.#variations(node, ply, 1)]
      if (behind.length === 0) continue
      blocks.push(...behind)
      row = null
    }
    return blocks
  }

  #row(entry: Entry): Row {
    const number = entry.number.replace('…', '.')
    return { kind: 'row', key: entry.key, number, cells: entry.number.endsWith('…') ? [null, entry] : [entry] }
  }

  /** Whether a move stands in the row of the one before it: Black's beside White's, a turn beside its roll. */
  #joins({ cells }: Row, { by, number }: Entry): boolean {
    if (cells.length !== 1) return false
    return number === '' ? cells[0]?.by === null && by !== null : number.endsWith('…')
  }

  #entry(node: TreeNode, ply: number, depth: number, isNumbered: boolean): Entry {
    const { pairs, values } = this.options
    const number = pairs ? numberBefore(pairs, ply) : ''
    const { id, by, remarks } = node
    const text = moveText(node)
    return {
      key: id,
      ply,
      number,
      depth,
      by,
      isNumbered: number !== '' && (isNumbered || number.endsWith('.')),
      roll: by === null ? text : '',
      text: by === null ? '' : text,
      signs: remarks.nags.map((nag) => ({ sign: signOf(nag), words: nagInWords(nag) })),
      value: values?.[id] ?? remarks.evaluation ?? '',
    }
  }

  /** What stands beside a node that is the first. */
  #variations(node: TreeNode, ply: number, depth: number): Exclude<Part, { kind: 'move' }>[] {
    const others = this.tree.children(node.parent).slice(1)
    if (others.length === 0) return []
    return [{ kind: 'lines', key: `lines ${node.id}`, lines: others.map((other) => this.#line(other, ply, depth)) }]
  }

  #line(first: TreeNode, firstPly: number, depth: number): Line {
    const parts: Part[] = []
    let ply = firstPly
    let isBroken = true
    for (let node: TreeNode | undefined = first; node; node = this.#next(node.id)) {
      const lead = comment(`lead ${node.id}`, node.remarks.lead)
      parts.push(...lead, { kind: 'move', entry: this.#entry(node, ply, depth, isBroken || lead.length > 0) })
      const behind = [...comment(node.id, node.remarks.comment), ...(node === first ? [] : this.#variations(node, ply, depth + 1))]
      parts.push(...behind)
      isBroken = behind.length > 0
      ply++
    }
    return { key: first.id, depth, parts }
  }

  #next(id: string | null): TreeNode | undefined {
    return id === this.options.upTo ? undefined : this.tree.children(id)[0]
  }
}

const comment = (key: string, text: string): { kind: 'comment'; key: string; text: string }[] =>
  text === '' ? [] : [{ kind: 'comment', key: `comment ${key}`, text }]

export const layoutOf = (tree: Tree, options: LayoutOptions = {}): Block[] => new Layout(tree, options).blocks()
