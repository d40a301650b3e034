/** The API of equities and rollouts. */

import { post } from '../api/client'
import type { AskEquities, EquitiesView } from '../api/types/equity'

export const calls = {
  equities: (asked: AskEquities) => post<EquitiesView>('/equities', asked),
}
