/** The calls of tournaments (docs/api.md). */

import { path, post, request, socketAddress } from '../api/client'
import { speech } from '../i18n.svelte'
import { queryOf } from '../query'
import type { ClassTournament, ImportedTournament, OwnBoard } from '../api/schema'
import type {
  BracketView,
  CardView,
  Command,
  CrossRow,
  LoggedAct,
  NewEntrant,
  NewSettings,
  Phase,
  RoundView,
  StandingsView,
  TeamCard,
  TournamentLine,
  TournamentView,
} from './types'

export interface TournamentFilter {
  phase?: Phase
  mine?: true
  before?: number
}

export const FILES = ['trf26', 'trf16', 'csv', 'games'] as const
export type FileFormat = (typeof FILES)[number]

/** What can be printed; of rounds only where there are rounds. */
export const PAPERS = ['pairings', 'slips', 'standings', 'crosstable', 'certificates'] as const
export type PaperName = (typeof PAPERS)[number]

export type ImportedFormat = NonNullable<ImportedTournament['format']>

export const tournaments = {
  list: (wanted: TournamentFilter) => request<TournamentLine[]>(`/tournaments?${queryOf(wanted)}`),
  make: (id: string, settings: NewSettings) => post<TournamentView>('/tournaments', { id, settings }),
  /** Of a report (TRF). */
  import: (id: string, text: string, rulebook: string, format: ImportedFormat | null) =>
    post<TournamentView>('/tournaments/import', { id, text, rulebook, format }),
  /** A tournament of a club. */
  makeFor: (club: string, id: string, settings: NewSettings, members_only: boolean) =>
    post<TournamentView>(path`/clubs/${club}/tournaments`, { id, settings, members_only }),
  /** For the pupils of a class; nobody else finds it without its link. */
  makeForClass: (school: string, made: ClassTournament) => post<TournamentView>(path`/classes/${school}/tournaments`, made),
  find: (id: string) => request<TournamentView>(path`/tournaments/${id}`),
  command: (id: string, command: { id: string; command: Command }) =>
    post<TournamentView>(path`/tournaments/${id}/commands`, command),
  round: (id: string, round: number) => request<RoundView>(path`/tournaments/${id}/rounds/${String(round)}`),
  standings: (id: string) => request<StandingsView>(path`/tournaments/${id}/standings`),
  crosstable: (id: string) => request<CrossRow[]>(path`/tournaments/${id}/crosstable`),
  player: (id: string, number: string) => request<CardView>(path`/tournaments/${id}/entrants/${number}`),
  team: (id: string, number: string) => request<TeamCard>(path`/tournaments/${id}/teams/${number}`),
  bracket: (id: string) => request<BracketView>(path`/tournaments/${id}/bracket`),
  /** One's own boards of the last round, those that wait first. */
  boards: (id: string) => request<OwnBoard[]>(path`/tournaments/${id}/boards`),
  log: (id: string) => request<LoggedAct[]>(path`/tournaments/${id}/log`),
  fileAddress: (id: string, format: FileFormat) => path`/api/tournaments/${id}/files/${format}`,
  /** A PDF; certificates are for the first three places. */
  paperAddress: (id: string, what: PaperName) =>
    path`/api/tournaments/${id}/papers/${what}` + `?${queryOf({ lang: speech.lang, ...(what === 'certificates' ? { first: 3 } : {}) })}`,
  /** Players of a list, as lines or as CSV. */
  names: (text: string) => post<NewEntrant[]>('/tournaments/names', { text }),
  socketAddress: (id: string) => socketAddress(path`/tournaments/${id}/socket`),
}
