/** Players, results and clocks in words. */

import type { Outcome, Player } from '../api/types/game'
import type { Side } from '../api/types/words'
import { lookUp, t, type MessageKey } from '../i18n.svelte'

function computerName(level: number): string {
  return t('ui.player.computer', { name: lookUp(`ui.level.${level}`, ''), level })
}

export function playerName(player: Player, side: Side): string {
  if (player.engine) return t('ui.player.engine', { name: player.engine })
  if (player.kind === 'computer') return computerName(player.level ?? 1)
  return player.name || (player.person === null ? t(`ui.side.${side}`) : t('ui.player.guest'))
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

/** The result of a won game for one side. */
export function verdictFor(side: Side, result: Outcome['result']): 'won' | 'lost' | null {
  if (result !== '1-0' && result !== '0-1') return null
  return (result === '1-0') === (side === 'white') ? 'won' : 'lost'
}
