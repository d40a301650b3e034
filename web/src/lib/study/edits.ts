/** What is done in a study, as the server takes it; and how it sends trees. */

import type { NodeView as ServedNode, Remarks as ServedRemarks } from '../api/schema'
import type { Tree } from './tree.svelte'
import { noRemarks, type Edit, type Remarks, type SentNode, type SentTree } from './types'

/** The id of the root, as the server writes it. */
const ROOT = ''

/** An edit inside a study, and what is done to its chapters. */
export type StudyEdit =
  | { type: 'add'; chapter: string; node: string; parent: string; move: string }
  | { type: 'remove' | 'restore'; chapter: string; node: string }
  | { type: 'promote'; chapter: string; node: string }
  | { type: 'comment'; chapter: string; node: string; field: 'comment' | 'lead'; base: string; text: string }
  | { type: 'nag'; chapter: string; node: string; nag: number; on: boolean }
  | { type: 'shape'; chapter: string; node: string; shape: string; on: boolean }
  | { type: 'rename_study'; title: string; base?: string }
  | { type: 'rename_chapter'; chapter: string; title: string; base?: string }
  | { type: 'turn_chapter'; chapter: string; near: 'white' | 'black' }
  | { type: 'header'; chapter: string; name: string; value: string; base?: string }
  | { type: 'move_chapter'; chapter: string; index: number }
  | { type: 'remove_chapter' | 'restore_chapter'; chapter: string }

/** An edit of a tree, as the server takes it. */
export function toServer(edit: Edit, chapter: string): StudyEdit {
  if (edit.type === 'add') return { ...edit, parent: edit.parent ?? ROOT, chapter }
  if (edit.type === 'remove' || edit.type === 'restore' || edit.type === 'promote') return { ...edit, chapter }
  return { ...edit, node: edit.node ?? ROOT, chapter }
}

/** An edit of a tree, as the server has carried it out; null for what is done to chapters. */
export function ofServer(edit: StudyEdit): Edit | null {
  switch (edit.type) {
    case 'add':
      return { type: 'add', node: edit.node, parent: edit.parent || null, move: edit.move }
    case 'remove':
    case 'restore':
    case 'promote':
      return { type: edit.type, node: edit.node }
    case 'comment':
      return { type: 'comment', node: edit.node || null, field: edit.field, base: edit.base, text: edit.text }
    case 'nag':
      return { type: 'nag', node: edit.node || null, nag: edit.nag, on: edit.on }
    case 'shape':
      return { type: 'shape', node: edit.node || null, shape: edit.shape, on: edit.on }
    default:
      return null
  }
}

export function remarksOf({ comment = '', lead = '', nags = [], shapes = [], evaluation = '' }: ServedRemarks): Remarks {
  return { ...noRemarks(), comment, lead, nags, shapes, evaluation: evaluation || null }
}

export const nodeOf = (node: ServedNode): SentNode => ({ ...node, remarks: remarksOf(node.remarks) })

export const treeOfServer = ({ start, root, nodes }: { start: string; root: ServedRemarks; nodes: ServedNode[] }): SentTree => ({
  start,
  root: remarksOf(root),
  nodes: nodes.map(nodeOf),
})

/** A tree as the edits that make it in an empty chapter. */
export function editsOf(tree: Tree, chapter: string): StudyEdit[] {
  const { root, nodes } = tree.toSent()
  const said = (node: string, { comment, lead, nags, shapes }: Remarks): StudyEdit[] => [
    ...(comment ? [{ type: 'comment', chapter, node, field: 'comment', base: '', text: comment } as const] : []),
    ...(lead ? [{ type: 'comment', chapter, node, field: 'lead', base: '', text: lead } as const] : []),
    ...nags.map((nag) => ({ type: 'nag', chapter, node, nag, on: true }) as const),
    ...shapes.map((shape) => ({ type: 'shape', chapter, node, shape, on: true }) as const),
  ]
  return [
    ...said(ROOT, root),
    ...nodes.flatMap(({ id, parent, move, remarks }): StudyEdit[] => [
      { type: 'add', chapter, node: id, parent: parent ?? ROOT, move },
      ...said(id, remarks),
    ]),
  ]
}
