/** The nodes of a tree, and what every edit of the protocol does to them. Plain data: `Tree` makes it reactive. */

import { positionKey } from './position-key'
import {
  MAX_COMMENT,
  MAX_NAGS,
  MAX_NODES,
  MAX_SHAPES,
  noRemarks,
  type Edit,
  type Remarks,
  type SentNode,
  type SentTree,
  type Written,
} from './types'

export interface TreeNode extends SentNode {
  /** In their order, with those that are removed. */
  readonly children: readonly string[]
  readonly removed: boolean
}

/** The start of a tree: no move leads to it. */
export interface Start {
  readonly position: string
  readonly remarks: Remarks
  readonly children: readonly string[]
}

/** How a node is written of which only the move is known. */
export const unwritten = (move: string): Written => ({ by: null, move, san: { es: move, en: move }, origin: '', target: '', position: '' })

export class Nodes {
  root: Start
  readonly #nodes = new Map<string, TreeNode>()
  /** Nodes that were added where another one with the same move stood already. */
  readonly #aliases = new Map<string, string>()
  /** The nodes by their position. */
  readonly #places = new Map<string, Set<string>>()

  constructor(sent: SentTree) {
    this.root = { position: sent.start, remarks: sent.root, children: [] }
    for (const node of sent.nodes.slice(0, MAX_NODES)) this.#insert(node)
  }

  /** With those that are removed. */
  get count(): number {
    return this.#nodes.size
  }

  resolve(id: string): string {
    return this.#aliases.get(id) ?? id
  }

  get(id: string | null): TreeNode | undefined {
    return id === null ? undefined : this.#nodes.get(this.resolve(id))
  }

  /** What follows a node, with what is removed. */
  below(id: string | null): TreeNode[] {
    return this.#idsBelow(id).flatMap((child) => this.#nodes.get(child) ?? [])
  }

  /** The ids of a node and of those beside it, in their order. */
  siblings(id: string): readonly string[] {
    const node = this.get(id)
    return node ? this.#idsBelow(node.parent) : []
  }

  at(position: string): TreeNode[] {
    return [...(this.#places.get(positionKey(position)) ?? [])].flatMap((id) => this.#nodes.get(id) ?? [])
  }

  /** Says how the move of a node is written. */
  write(id: string, { by, move, san, origin, target, position }: Written): void {
    const node = this.get(id)
    if (!node) return
    this.#nodes.set(node.id, { ...node, by, move, san, origin, target, position })
    this.#place(node.id, position)
  }

  /** Makes an edit; answers whether it could be made. */
  apply(edit: Edit, written?: Written): boolean {
    if (edit.type === 'add') return this.#add(edit, written)
    const node = this.get(edit.node)
    if (edit.node !== null && !node) return false
    switch (edit.type) {
      case 'remove':
      case 'restore':
        if (node) this.#nodes.set(node.id, { ...node, removed: edit.type === 'remove' })
        return true
      case 'promote':
        if (node) this.#setChildren(node.parent, [node.id, ...this.#idsBelow(node.parent).filter((id) => id !== node.id)])
        return true
      case 'comment':
        if (edit.text.length > MAX_COMMENT) return false
        return this.remark(edit.node, { [edit.field]: edit.text })
      case 'nag':
        return this.remark(edit.node, { nags: changed(this.#remarks(edit.node).nags, edit.nag, edit.on, MAX_NAGS) })
      case 'shape':
        return this.remark(edit.node, { shapes: changed(this.#remarks(edit.node).shapes, edit.shape, edit.on, MAX_SHAPES) })
    }
  }

  /** Changes remarks; not where one of them is null: it would be too long. */
  remark(id: string | null, part: { [K in keyof Remarks]?: Remarks[K] | null }): boolean {
    if (part.nags === null || part.shapes === null) return false
    const node = this.get(id)
    const remarks = { ...this.#remarks(id), ...part } as Remarks
    if (node) this.#nodes.set(node.id, { ...node, remarks })
    else this.root = { ...this.root, remarks }
    return true
  }

  #remarks(id: string | null): Remarks {
    return this.get(id)?.remarks ?? this.root.remarks
  }

  #add({ node: id, parent, move }: Extract<Edit, { type: 'add' }>, written?: Written): boolean {
    if (this.#nodes.has(id) || this.#aliases.has(id)) return false
    if (parent !== null && !this.get(parent)) return false
    const under = parent === null ? null : this.resolve(parent)
    const same = this.below(under).find((child) => child.move === move)
    if (same) {
      this.#aliases.set(id, same.id)
      return true
    }
    if (this.#nodes.size >= MAX_NODES) return false
    this.#insert({ ...(written ?? unwritten(move)), move, id, parent: under, remarks: noRemarks() })
    return true
  }

  #insert(node: SentNode): void {
    if (this.#nodes.has(node.id) || (node.parent !== null && !this.#nodes.has(node.parent))) return
    this.#nodes.set(node.id, { ...node, children: [], removed: false })
    this.#setChildren(node.parent, [...this.#idsBelow(node.parent), node.id])
    this.#place(node.id, node.position)
  }

  #place(id: string, position: string): void {
    if (position === '') return
    const key = positionKey(position)
    this.#places.set(key, (this.#places.get(key) ?? new Set()).add(id))
  }

  #idsBelow(id: string | null): readonly string[] {
    return id === null ? this.root.children : (this.get(id)?.children ?? [])
  }

  #setChildren(id: string | null, children: string[]): void {
    const node = this.get(id)
    if (node) this.#nodes.set(node.id, { ...node, children })
    else this.root = { ...this.root, children }
  }
}

/** A list with a value or without it; null where it would be too long. */
function changed<T>(list: readonly T[], value: T, on: boolean, most: number): T[] | null {
  const others = list.filter((each) => each !== value)
  if (!on) return others
  if (list.includes(value)) return [...list]
  return others.length < most ? [...others, value] : null
}
