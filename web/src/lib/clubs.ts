/** The calls of clubs (docs/clubs.md), and the addresses that their screens show. */

import { path, post, request, send } from './api/client'
import type { ChangeClub, ClubView, ListedClub, Member, NewClub, TournamentLine } from './api/schema'
import { newId } from './identifier'
import { queryOf } from './query'
import { to } from './routes'
import { shared } from './shared-origin.svelte'

/** So many clubs the server lists at once. */
export const PAGE_SIZE = 50

export const clubs = {
  mine: () => request<ListedClub[]>('/clubs?mine=true'),
  page: (words: string, skip: number) => request<ListedClub[]>(`/clubs?${queryOf({ words, skip })}`),
  make: (club: Required<Omit<NewClub, 'id'>>) => post<ClubView>('/clubs', { id: newId(), ...club }),
  find: (id: string) => request<ClubView>(path`/clubs/${id}`),
  change: (id: string, changes: Partial<ChangeClub>) => send<ClubView>('PATCH', path`/clubs/${id}`, changes),
  delete: (id: string) => send<undefined>('DELETE', path`/clubs/${id}`, undefined),
  join: (id: string, key: string) => post<ClubView>(path`/clubs/${id}/join`, { key }),
  setRole: (id: string, person: string, role: Member['role']) =>
    send<ClubView>('PATCH', path`/clubs/${id}/members/${person}`, { role }),
  /** Take a member out, or leave oneself. */
  remove: (id: string, person: string) => send<undefined>('DELETE', path`/clubs/${id}/members/${person}`, undefined),
  tournaments: (id: string) => request<TournamentLine[]>(`/tournaments?${queryOf({ club: id })}`),
}

/** The link that lets people in. */
export const joinAddress = (id: string, key: string): string => `${shared.value}${to.club(id)}#${key}`
