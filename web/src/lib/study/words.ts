/** A tree in words. */

import type { Pairs } from '../game/move-numbers'
import { numberBefore } from '../game/move-numbers'
import { rollText } from '../game/move-rows'
import { inWords, t } from '../i18n.svelte'
import { readShape } from './shapes'
import type { TreeNode } from './tree.svelte'

/** A move or a roll: `Cf3`, `5-2`. */
export const moveText = ({ by, san, move }: Pick<TreeNode, 'by' | 'san' | 'move'>): string =>
  by === null && /^\d+$/.test(move) ? rollText(move) : inWords(san)

/** With its number: `2. Cf3`. */
export const numberedMove = (node: TreeNode, ply: number, pairs?: Pairs): string =>
  `${pairs ? `${numberBefore(pairs, ply)} ` : ''}${moveText(node)}`

/** `1. e4 e5 2. Cf3`; only the last ones of many. */
export function lineText(nodes: readonly TreeNode[], pairs?: Pairs, most = 6): string {
  const from = Math.max(0, nodes.length - most)
  const words = nodes.slice(from).map((node, index) => {
    const number = pairs ? numberBefore(pairs, from + index + 1) : ''
    return number && (index === 0 || number.endsWith('.')) ? `${number} ${moveText(node)}` : moveText(node)
  })
  return `${from > 0 ? '… ' : ''}${words.join(' ')}`
}

export function shapeInWords(text: string, cellName: (cell: string) => string): string {
  const shape = readShape(text)
  if (!shape) return text
  const colour = t(`ui.draw.colour.${shape.colour}`).toLowerCase()
  if (shape.to === null) return t('ui.draw.circle', { from: cellName(shape.from), colour })
  return t('ui.draw.arrow', { from: cellName(shape.from), to: cellName(shape.to), colour })
}

/** The server calls a chapter that has no title, no players and no event "1". */
export const isUntitled = (title: string): boolean => /^\d{0,2}$/.test(title)

/** An untitled chapter is called by its number, in the reader's language. */
export const chapterName = (title: string, index: number): string =>
  isUntitled(title) ? t('ui.studies.chapter', { number: index + 1 }) : title
