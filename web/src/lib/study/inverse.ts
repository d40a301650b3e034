/** What takes an edit back. */

import type { Tree } from './tree.svelte'
import type { Edit } from './types'

/**
 * The edits that bring `tree` back to how it is now once `edit` is made; none where the edit changes nothing, null where
 * it cannot be made.
 */
export function inverseOf(tree: Tree, edit: Edit): Edit[] | null {
  if (edit.type === 'add') return edit.parent === null || tree.node(edit.parent) ? [{ type: 'remove', node: edit.node }] : null
  const node = tree.node(edit.node)
  if (edit.node !== null && !node) return null
  const remarks = tree.remarks(edit.node)
  switch (edit.type) {
    case 'remove':
      return node?.removed ? [] : [{ type: 'restore', node: edit.node }]
    case 'restore':
      return node?.removed ? [{ type: 'remove', node: edit.node }] : []
    case 'promote': {
      // Those that stood before it go back to the front, the last of them first.
      const siblings = tree.siblings(edit.node)
      const before = siblings.slice(0, siblings.indexOf(node?.id ?? ''))
      return before.reverse().map((id) => ({ type: 'promote', node: id }))
    }
    case 'comment': {
      const was = remarks[edit.field]
      return was === edit.text ? [] : [{ ...edit, base: edit.text, text: was }]
    }
    case 'nag':
      return remarks.nags.includes(edit.nag) === edit.on ? [] : [{ ...edit, on: !edit.on }]
    case 'shape':
      return remarks.shapes.includes(edit.shape) === edit.on ? [] : [{ ...edit, on: !edit.on }]
  }
}
