/** Requests about people: the user, invitations, the lobby, and presence at a game (docs/api.md). */

import { path, post, request, send, socketAddress } from './client'
import type * as schema from './schema'
import type { ClockSpec } from './types/clocks'
import type { GameView } from './types/game'
import type { OptionValue } from './types/rulebooks'
import type { Known, Words } from './types/words'

export type { Blocked as BlockedPerson, ChatHistory, ChatLine, KeyView as Token, Me } from './schema'

/** The terms of a game. */
export type InvitationTerms = Known<Omit<schema.InvitationTerms, 'sheet'>, { rulebook: string; clock: ClockSpec | null; colour: schema.InvitationView['colour'] }>
export type Invitation = Known<schema.InvitationView, { options: Record<string, OptionValue>; clock: ClockSpec | null }>

/** `name` has accepted my invitation: the game exists. */
export interface Accepted {
  invitation: string
  game: string
  name: string
  /** Those of the rulebook. */
  names: Words
}

/** The presence of the players; null for a seat of no person. */
export type Presence = Omit<schema.PresenceFrame, 'type'>
export type PresenceStatus = NonNullable<Presence['white']>

export type Room = schema.ChatLine['room']

type LobbyPage = Known<schema.LobbyPage, { invitations: Invitation[] }>

export const people = {
  me: () => request<schema.Me>('/me'),
  rename: (name: string) => send<schema.Me>('PATCH', '/me', { name }),
  /** Settings that were chosen so long ago; of two choices the later one counts. Who leaves the page at once loses nothing. */
  choose: (settings: Record<string, unknown>, ageMs: number) =>
    send<schema.Me>('PATCH', '/me', { settings, age_ms: ageMs }, { keepalive: true }),
  enrol: (login: string, password: string) => post<schema.Me>('/accounts', { login, password }),
  signIn: (login: string, password: string) => post<schema.Me>('/sessions', { login, password }),
  recover: (login: string, code: string, password: string) => post<schema.Me>('/sessions/recover', { login, code, password }),
  signOut: () => request<schema.Me>('/sessions/current', { method: 'DELETE' }),
  signOutEverywhere: () => request<schema.Me>('/sessions', { method: 'DELETE' }),
  changePassword: (old: string, password: string) => send<schema.Me>('PUT', '/me/password', { old, new: password }),
  leave: (password: string) => send<schema.Me>('DELETE', '/me', { password }),
  dataAddress: '/api/me/data',
  becomeBot: () => send<schema.Me>('PUT', '/me/bot', {}),
  tokens: () => request<schema.KeyView[]>('/me/tokens'),
  addToken: (label: string) => post<schema.NewToken>('/me/tokens', { label }),
  dropToken: (id: string) => request<undefined>(path`/me/tokens/${id}`, { method: 'DELETE' }),
  blocked: () => request<schema.Blocked[]>('/me/blocked'),
  block: (person: string) => request<undefined>(path`/me/blocked/${person}`, { method: 'PUT' }),
  unblock: (person: string) => request<undefined>(path`/me/blocked/${person}`, { method: 'DELETE' }),
  report: (report: { id: string; about: string; text: string; game: string }) => post<undefined>('/reports', report),
}

export const invitations = {
  invite: (wish: InvitationTerms & { to?: string; public?: boolean }) => post<Invitation>('/invitations', wish),
  find: (id: string) => request<Invitation>(path`/invitations/${id}`),
  accept: (id: string) => post<GameView>(path`/invitations/${id}/accept`, {}),
  withdraw: (id: string) => request<Invitation>(path`/invitations/${id}`, { method: 'DELETE' }),
  mine: async () => (await request<LobbyPage>('/me/invitations')).invitations,
  anybody: (wish: InvitationTerms) => post<Known<schema.SeekResult, { invitation: Invitation | null }>>('/lobby/any', wish),
  lobby: (page: number) => request<LobbyPage>(`/lobby?page=${page}`),
  lobbyAddress: () => socketAddress('/lobby/socket'),
  /** A line that tells only of my invitations that are accepted. */
  acceptedAddress: () => socketAddress('/lobby/socket?frames=accepted'),
}

export const chatCalls = {
  said: (game: string, room: Room) => request<schema.ChatHistory>(path`/games/${game}/chat` + `?room=${room}`),
  say: (game: string, line: { id: string; room: Room; text?: string; preset?: string }) =>
    post<schema.ChatLine>(path`/games/${game}/chat`, line),
}
