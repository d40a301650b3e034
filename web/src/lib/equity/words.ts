/** Equities and chances as they are written. */

import { speech } from '../i18n.svelte'

/** `+0,123`. */
export const equityText = (equity: number, digits = 3): string =>
  equity
    .toLocaleString(speech.lang, { signDisplay: 'exceptZero', minimumFractionDigits: digits, maximumFractionDigits: digits })
    .replace('-', '\u2212')

/** A share in percent, without the sign: `55,3`. */
export const percent = (share: number, digits = 1): string =>
  (100 * share).toLocaleString(speech.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** `6-5`. */
export const diceText = (dice: string): string => [...dice].join('-')
