/** Equities and chances as they are written. */

import type { PointsScene } from '../api/types/board'
import type { Outcome } from '../api/types/game'
import { resultSentence } from '../game/words'
import { speech, t } from '../i18n.svelte'

/** `+0,123`. */
export const equityText = (equity: number, digits = 3): string =>
  equity
    .toLocaleString(speech.lang, { signDisplay: 'exceptZero', minimumFractionDigits: digits, maximumFractionDigits: digits })
    .replace('-', '\u2212')

/** What an equity is: in points, or at the score of a match that is won with this chance. */
export const equityHelp = (matchChance?: number | null): string => t(`ui.dice_study.equity.${matchChance == null ? 'help' : 'at_score'}`)

/** A share in percent, without the sign: `55,3`. */
export const percent = (share: number, digits = 1): string =>
  (100 * share).toLocaleString(speech.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** `6-5`. */
export const diceText = (dice: string): string => [...dice].join('-')

/** Whose turn it is, and what for; or how the game has ended. */
export function standingInWords({ scene, outcome }: { scene: PointsScene; outcome: Outcome | null }): string {
  if (outcome) return resultSentence(outcome.result, outcome.reason)
  if (scene.dice) return t(`ui.dice_study.plays.${scene.mover}`, { dice: scene.dice.join('-') })
  return t(`ui.dice_study.rolls.${scene.mover}`)
}
