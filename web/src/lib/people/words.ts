/** The words about people and their ratings, which are not among those of the first visit. */

import type { Speed } from '../api/profiles'
import { t } from '../i18n.svelte'

export const speedInWords = (speed: Speed): string => t(`people.speed.${speed}`)

/** «1512», with a question mark where little is known yet. */
export const ratingInShort = ({ rating, provisional }: { rating: number; provisional: boolean }): string =>
  `${String(Math.round(rating))}${provisional ? '?' : ''}`
