/** The API of equities and rollouts. */

import { path, post, request } from '../api/client'
import type { AskEquities, AskRollout, EquitiesView, RolloutView } from '../api/types/equity'

export const calls = {
  equities: (asked: AskEquities) => post<EquitiesView>('/equities', asked),
  rollOut: (asked: AskRollout) => post<RolloutView>('/rollouts', asked),
  rollout: (id: string) => request<RolloutView>(path`/rollouts/${id}`),
  stopRollout: (id: string) => request<RolloutView>(path`/rollouts/${id}`, { method: 'DELETE' }),
}
