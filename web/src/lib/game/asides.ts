/** What belongs into the list of moves and is no move: doubles, and the end. */

import type { GameView } from '../api/types/game'
import { otherSide } from '../board/squares'
import { lookUp, t } from '../i18n.svelte'

type Told = Pick<GameView<unknown>, 'moves' | 'cube' | 'outcome'>

/** By the number of the move that they stand before; the last ones follow the last move. */
export function asidesOf({ moves, cube, outcome }: Told): Record<number, string[]> {
  const asides: Record<number, string[]> = {}
  const end = moves.length + 1
  let value = 1
  for (const move of moves) {
    if (move.cube > value) asides[move.ply] = [t('ui.cube.doubled.taken', { side: t(`ui.side.${move.by}`), value: move.cube })]
    value = move.cube
  }
  const last: string[] = []
  if (cube?.owner && cube.value > value)
    last.push(t('ui.cube.doubled.taken', { side: t(`ui.side.${otherSide(cube.owner)}`), value: cube.value }))
  if (outcome?.reason === 'passed' && cube)
    last.push(
      t('ui.cube.doubled.passed', { side: t(outcome.result === '1-0' ? 'ui.side.white' : 'ui.side.black'), value: 2 * cube.value }),
    )
  if (outcome) last.push(`${outcome.result.replace('1/2-1/2', '½-½')} · ${lookUp(`reason.${outcome.reason}`, outcome.reason)}`)
  if (last.length > 0) asides[end] = last
  return asides
}
