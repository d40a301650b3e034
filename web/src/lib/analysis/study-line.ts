/** The analysis board of squares in its address: start position, tree, or the game that it begins with. */

import { readTreeText, squaresSpelling } from '../study/tree-text'
import type { Opening } from '../study/tree-board.svelte'
import { readGame } from '../study/game-address'

export function readLine(search: string): Opening {
  const query = new URLSearchParams(search)
  return { ...readTreeText(query, squaresSpelling), ...readGame(query), position: query.get('position'), options: {} }
}
