/** A game as a tree: its moves as the main line, with what its file and its analysis say of them. */

import { api } from '../api/client'
import type { GameView } from '../api/types/game'
import type { OptionValue } from '../api/types/rulebooks'
import { studies } from './calls'
import { treeOfServer } from './edits'
import { unwritten } from './nodes'
import { Tree } from './tree.svelte'
import { newNodeId, noRemarks, type SentNode, type SentTree } from './types'

export interface GameTree {
  tree: Tree
  options: Record<string, OptionValue>
}

/** Loads a game with what its file and its analysis say; the moves alone where the server is too busy for that. */
export async function gameTree(id: string): Promise<GameTree> {
  const view = await api.game(id)
  const sent = await studies.ofGame(id).catch(() => null)
  return { tree: treeOfGame(view, sent && treeOfServer(sent)), options: view.options ?? {} }
}

/** A roll is a node of its own; its position is not known before it is visited. `told`: the tree as the server tells it. */
export function treeOfGame(
  { start, moves }: Pick<GameView<unknown>, 'start' | 'moves'>,
  told: SentTree | null = null,
): Tree {
  const nodes: SentNode[] = []
  const add = (node: Omit<SentNode, 'id' | 'parent' | 'remarks'>): void => {
    nodes.push({ ...node, id: newNodeId(), parent: nodes.at(-1)?.id ?? null, remarks: noRemarks() })
  }
  for (const { by, move, roll, san, origin, target, position } of moves) {
    if (roll !== null) add(unwritten(roll))
    add({ by, move, san, origin, target, position })
  }
  return new Tree(told ?? { start, root: noRemarks(), nodes })
}
