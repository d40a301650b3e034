/** Requests about profiles, followed people and leaderboards (docs/api.md). */

import { queryOf } from '../query'
import { path, request } from './client'
import type * as schema from './schema'
import type { GamesPage } from './types/games'

export type { Followed, Leaderboard, Leaderboards, PersonView, RatedKind, RatingLine, RatingPoint, SeatProfile, SeatProfiles } from './schema'
export type Speed = schema.RatedKind['speed']

const PAGE_LENGTH = 20

export const profiles = {
  find: (id: string) => request<schema.PersonView>(path`/people/${id}`),
  games: (id: string, before?: string) =>
    request<GamesPage>(path`/people/${id}/games` + `?${queryOf({ limit: PAGE_LENGTH, before })}`),
  history: (id: string, sheet: string, speed: Speed) =>
    request<schema.RatingPoint[]>(path`/people/${id}/ratings/${sheet}/${speed}`),
  ofGame: (game: string) => request<schema.SeatProfiles>(path`/games/${game}/profiles`),
  followed: () => request<schema.Followed[]>('/me/following'),
  follow: (id: string) => request<undefined>(path`/me/following/${id}`, { method: 'PUT' }),
  unfollow: (id: string) => request<undefined>(path`/me/following/${id}`, { method: 'DELETE' }),
  leaderboards: () => request<schema.Leaderboards>('/ratings'),
  leaderboard: (sheet: string, speed: Speed, page: number) =>
    request<schema.Leaderboard>(path`/ratings/${sheet}/${speed}` + `?page=${String(page)}`),
}
