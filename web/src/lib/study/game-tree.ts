/** A game as a tree: its moves as the main line, with what its file and its analysis say of them. */

import { keptAnalysis } from '../analysis/analysis.svelte'
import { api } from '../api/client'
import type { AnalysisView } from '../api/types/analysis'
import type { GameView } from '../api/types/game'
import type { OptionValue } from '../api/types/rulebooks'
import { studies } from './calls'
import { treeOfServer } from './edits'
import { unwritten } from './nodes'
import { MOVE_NAGS, nagsOf } from './nags'
import { Tree } from './tree.svelte'
import { newNodeId, noRemarks, type SentNode, type SentTree } from './types'

export interface GameTree {
  tree: Tree
  options: Record<string, OptionValue>
}

/** Loads a game; what its file and its analysis say is left out where it cannot be had. */
export async function gameTree(id: string): Promise<GameTree> {
  const view = await api.game(id)
  const [file, analysis] = await Promise.all([view.imported ? studies.ofGame(id).catch(() => null) : null, keptAnalysis(id)])
  return { tree: treeOfGame(view, file && treeOfServer(file), analysis), options: view.options ?? {} }
}

/** A roll is a node of its own; its position is not known before it is visited. `file`: what the game's file says. */
export function treeOfGame(
  { start, moves }: Pick<GameView<unknown>, 'start' | 'moves'>,
  file: SentTree | null = null,
  analysis: Pick<AnalysisView, 'report'> | null = null,
): Tree {
  const nodes: SentNode[] = []
  const add = (node: Omit<SentNode, 'id' | 'parent' | 'remarks'>): void => {
    nodes.push({ ...node, id: newNodeId(), parent: nodes.at(-1)?.id ?? null, remarks: noRemarks() })
  }
  for (const { by, move, roll, san, origin, target, position } of moves) {
    if (roll !== null) add(unwritten(roll))
    add({ by, move, san, origin, target, position })
  }
  const tree = new Tree(file ?? { start, root: noRemarks(), nodes })
  const own = tree.mainLine.filter(({ by }) => by !== null)
  for (const { ply, sign, score } of judgedBy(analysis)) {
    const node = own[ply - 1]?.id
    if (node === undefined) continue
    const { nags } = tree.remarks(node)
    // What people have said of a move counts more.
    const isSigned = nags.some((nag) => MOVE_NAGS.includes(nag))
    tree.note(node, { nags: isSigned ? nags : [...nags, ...nagsOf(sign)], ...(score === undefined ? {} : { evaluation: score }) })
  }
  return tree
}

function judgedBy(analysis: Pick<AnalysisView, 'report'> | null): { ply: number; sign: string; score?: string | null }[] {
  const report = analysis?.report
  if (report?.kind === 'result') return report.moves.map(({ ply, sign, standing }) => ({ ply, sign, score: plainScore(standing.score) }))
  return (report?.turns ?? []).map(({ ply, sign }) => ({ ply, sign }))
}

/** A score as PGN has it, `0.35` or `#-3`, of one in the page's language; null for a result. */
function plainScore(score: string): string | null {
  const plain = score.replace(',', '.').replace('\u2212', '-').replace(/^\+/, '')
  return /^(#-?\d+|-?\d+(\.\d+)?)$/.test(plain) ? plain : null
}
