/** What is asked of the server's analysis. */

import { path, post, request } from '../api/client'
import type { AnalysisView, HintView, ThreatView } from '../api/types/analysis'

export const calls = {
  analyse: (game: string) => post<AnalysisView>('/analyses', { game }),
  analysis: (id: string) => request<AnalysisView>(path`/analyses/${id}`),
  cancel: (id: string) => request<AnalysisView>(path`/analyses/${id}`, { method: 'DELETE' }),
  threat: (id: string, ply: number) => post<ThreatView>(path`/analyses/${id}/threat`, { ply }),
  hint: (game: string, whole: boolean) => post<HintView>(path`/games/${game}/hint`, { whole }),
}
