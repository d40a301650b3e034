/** An exercise that is over, as the boards of analyses and studies take it: its position, and the solution as moves. */

import type { Exercise, Solution } from '../api/types/exercises'
import type { Rulebook } from '../api/types/rulebooks'
import { to } from '../routes'
import { pointsSpelling, squaresSpelling, treeOf, writeTreeText } from '../study/tree-text'
import type { Tree } from '../study/tree.svelte'

/** The moves of a solution: its line, and how it goes on. An answer about the cube is no move. */
export const movesOf = ({ task }: Exercise, { line, rest }: Solution): string[] => (task === 'cube' ? [] : [...line, ...rest])

/** The solution as a tree that stands at its start; `question`: what is said there. */
export function solutionTree(asked: Exercise, solution: Solution, question = ''): Tree {
  const tree = treeOf(asked.position, movesOf(asked, solution))
  tree.note(null, { comment: question })
  return tree
}

/** The analysis board with an exercise and its solution. */
export function boardOf(asked: Exercise, solution: Solution, { family }: Pick<Rulebook, 'family'>): string {
  const query = new URLSearchParams({ position: asked.position })
  writeTreeText(query, solutionTree(asked, solution), family === 'tables' ? pointsSpelling : squaresSpelling)
  return to.study(asked.rulebook, `?${query.toString()}`)
}
