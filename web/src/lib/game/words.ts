/** Players, results and clocks in words. */

import type { GameView, Outcome, Player } from '../api/types/game'
import type { Side } from '../api/types/words'
import { lookUp, t, type MessageKey } from '../i18n.svelte'
import { named } from '../people/named'

function computerName(level: number): string {
  return t('ui.player.computer', { name: lookUp(`ui.level.${level}`, ''), level })
}

export function playerName(player: Player, side: Side): string {
  if (player.engine) return t('ui.player.engine', { name: player.engine })
  if (player.kind === 'computer') return computerName(player.level ?? 1)
  const name = player.name || (player.person === null ? t(`ui.side.${side}`) : t('ui.player.guest'))
  return named({ name, bot: player.bot })
}

const resultKeys: Record<Outcome['result'], MessageKey> = {
  '1-0': 'ui.result.white',
  '0-1': 'ui.result.black',
  '1/2-1/2': 'ui.result.draw',
  '*': 'ui.result.none',
}

/**
 * «Tablas por repetición», «Blancas ganan por jaque mate»; to the player of a side «Ha ganado por jaque mate». The clause is
 * shown beside it, as a link.
 */
export function resultSentence(result: Outcome['result'], reason: string | null, side: Side | null = null): string {
  const verdict = side && verdictFor(side, result)
  const key = verdict ? `ui.result.${verdict}` as const : resultKeys[result]
  // What the winner has done is told to the loser in words of its own.
  const own = verdict === 'lost' ? lookUp(`ui.result.lost.${reason ?? ''}`, '') : ''
  if (own) return own
  if (reason === null) return t(`${key}_plain` as MessageKey)
  return t(key, { reason: lookUp(`reason.${reason}`, reason) })
}

/** What a won game is worth, and why: «Cubo 4 × gammon 2 = 8 puntos.»; empty where it counts no points. */
export function pointsSentence({ outcome, cube, dice }: Pick<GameView<unknown>, 'outcome' | 'cube' | 'dice'>): string {
  const points = outcome?.points ? Math.max(outcome.points.white, outcome.points.black) : 0
  if (!dice || points === 0) return ''
  const value = cube?.value ?? 1
  const factor = points / value
  const kind = lookUp(`ui.points.kind.${String(factor)}`, t('ui.points.kind.other'))
  if (value > 1 && Number.isInteger(factor)) return t('ui.points.product', { cube: value, kind, factor, points })
  if (points === 1) return t('ui.points.one')
  return factor <= 3 && value === 1 ? t('ui.points.named', { points, kind }) : t('ui.points.many', { count: points })
}

/** How much that is: «3 puntos», «cubo 4 × 3 = 12 puntos». */
export function worthInWords(factor: number, cube: number): string {
  if (cube > 1) return t('ui.points.worth.cube', { cube, factor, points: factor * cube })
  return factor === 1 ? t('ui.points.worth.one') : t('ui.points.worth', { points: factor })
}

/** The result of a won game for one side. */
export function verdictFor(side: Side, result: Outcome['result']): 'won' | 'lost' | null {
  if (result !== '1-0' && result !== '0-1') return null
  return (result === '1-0') === (side === 'white') ? 'won' : 'lost'
}
