/** The API of analyses, evaluations and hints. */

import { path, post, request } from '../api/client'
import type { AnalysisView, AskLook, EngineView, HintView, LookView, ThreatView, TutorView } from '../api/types/analysis'

export const calls = {
  /** `ply`: how many rolls to look ahead in a game of dice; as is usual without it. */
  analyse: (game: string, engine: string, ply?: number) =>
    post<AnalysisView>('/analyses', { game, ...(engine ? { engine } : {}), ...(ply === undefined ? {} : { ply }) }),
  /** What the server has of a game: at most one. */
  analysesOf: (game: string) => request<AnalysisView[]>(path`/games/${game}/analyses`),
  analysis: (id: string) => request<AnalysisView>(path`/analyses/${id}`),
  cancel: (id: string) => request<AnalysisView>(path`/analyses/${id}`, { method: 'DELETE' }),
  /** The game as PGN with what its analysis has found, in words of `lang`. */
  annotatedAddress: (game: string, id: string, lang: string) => path`/api/games/${game}/files/pgn?analysis=${id}&lang=${lang}`,
  threat: (id: string, ply: number) => post<ThreatView>(path`/analyses/${id}/threat`, { ply }),
  look: (asked: AskLook) => post<LookView>('/evaluations', asked),
  engines: (rulebook: string) => request<EngineView[]>(`/engines?rulebook=${encodeURIComponent(rulebook)}`),
  tutor: (game: string, seq: number, move: string, lang: string) => post<TutorView>(path`/games/${game}/tutor`, { seq, move, lang }),
  hint: (game: string, whole: boolean) => post<HintView>(path`/games/${game}/hint`, { whole }),
}
