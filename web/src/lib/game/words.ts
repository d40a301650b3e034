/** Players, results and clocks in words. */

import type { GameView, Outcome, Player, Side } from '../api/types'
import { lookUp, t, type MessageKey } from '../i18n.svelte'

export function playerName(player: Player, side: Side): string {
  if (player.kind === 'computer') return t('ui.player.computer', { level: player.level ?? 1 })
  return player.name || t(`ui.side.${side}`)
}

const resultKeys: Record<Outcome['result'], MessageKey> = {
  '1-0': 'ui.result.white',
  '0-1': 'ui.result.black',
  '1/2-1/2': 'ui.result.draw',
  '*': 'ui.result.none',
}

/** «Tablas por repetición», «Blancas ganan por jaque mate»: the clause is shown beside it, as a link. */
export function resultSentence(result: Outcome['result'], reason: string | null): string {
  if (reason === null) return t(`${resultKeys[result]}_plain` as MessageKey)
  return t(resultKeys[result], { reason: lookUp(`reason.${reason}`, reason) })
}

/** The sides that people at this screen play. */
export const humanSides = (view: Pick<GameView, 'players'>): Side[] =>
  (['white', 'black'] as const).filter((side) => view.players[side].kind === 'human')

export const isHotSeat = (view: Pick<GameView, 'players'>): boolean => humanSides(view).length === 2
