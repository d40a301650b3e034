/** What is asked of the server about people: oneself, invitations, the lobby, and who is around a game (docs/api.md). */

import { path, post, request, send, socketAddress } from './client'
import type { ClockSpec } from './types/clocks'
import type { GameView } from './types/game'
import type { OptionValue } from './types/rulebooks'
import type { Side, Words } from './types/words'

export interface Me {
  id: string
  kind: 'guest' | 'account'
  /** Empty where none was given. */
  name: string
  login: string | null
  settings: Record<string, unknown>
}

/** Somebody whom one does not want to meet; the name is empty where there is none. */
export interface BlockedPerson {
  person: string
  name: string
  at: number
}

export interface Token {
  id: string
  label: string
  created_at: number
}

/** What somebody would like to play. */
export interface Wish {
  id: string
  rulebook: string
  options?: Record<string, OptionValue>
  clock: ClockSpec | null
  /** That of the one who invites. */
  colour: Side | 'lot'
  /** The text of the position to start from; null for the rulebook's start. */
  position?: string | null
  /** Whether both bring seeds of their own for the dice. */
  seeds?: boolean
  /** Whoever only watches sees the game so many moves late. */
  delay?: number
}

export interface Invitation extends Required<Wish> {
  by: string
  by_name: string
  mine: boolean
  to: string | null
  public: boolean
  names: Words
  created_at: number
  expires_at: number
  open: boolean
  withdrawn: boolean
  /** The game that it has led to. */
  game: string | null
  accepted_by_name: string | null
}

/** Somebody (`name`) has accepted an invitation of mine: the game is there. */
export interface Accepted {
  invitation: string
  game: string
  name: string
  /** Those of the rulebook. */
  names: Words
}

export type Standing = 'here' | 'away' | 'left'

/** Where the players are; null where nobody in particular sits. */
export interface Company {
  white: Standing | null
  black: Standing | null
  spectators: number
}

export type Room = 'players' | 'spectators'

export interface ChatLine {
  id: string
  room: Room
  person: string
  name: string
  /** A known sentence, which each reads in their own language; `text` then is empty. */
  preset: string | null
  text: string
  at: number
}

export interface Talk {
  lines: ChatLine[]
  presets: string[]
}

interface Hall {
  invitations: Invitation[]
  more: boolean
}

export const people = {
  me: () => request<Me>('/me'),
  rename: (name: string) => send<Me>('PATCH', '/me', { name }),
  /** Settings that were chosen so long ago; of two choices the later one counts. */
  choose: (settings: Record<string, unknown>, ageMs: number) => send<Me>('PATCH', '/me', { settings, age_ms: ageMs }),
  enrol: (login: string, password: string) => post<Me>('/accounts', { login, password }),
  signIn: (login: string, password: string) => post<Me>('/sessions', { login, password }),
  recover: (login: string, code: string, password: string) => post<Me>('/sessions/recover', { login, code, password }),
  signOut: () => request<Me>('/sessions/current', { method: 'DELETE' }),
  signOutEverywhere: () => request<Me>('/sessions', { method: 'DELETE' }),
  changePassword: (old: string, password: string) => send<Me>('PUT', '/me/password', { old, new: password }),
  leave: (password: string) => send<Me>('DELETE', '/me', { password }),
  dataAddress: '/api/me/data',
  tokens: () => request<Token[]>('/me/tokens'),
  addToken: (label: string) => post<{ id: string; token: string }>('/me/tokens', { label }),
  dropToken: (id: string) => request<undefined>(path`/me/tokens/${id}`, { method: 'DELETE' }),
  blocked: () => request<BlockedPerson[]>('/me/blocked'),
  block: (person: string) => request<undefined>(path`/me/blocked/${person}`, { method: 'PUT' }),
  unblock: (person: string) => request<undefined>(path`/me/blocked/${person}`, { method: 'DELETE' }),
  report: (report: { id: string; about: string; text: string; game: string }) => post<undefined>('/reports', report),
}

export const invitations = {
  invite: (wish: Wish & { to?: string; public?: boolean }) => post<Invitation>('/invitations', wish),
  find: (id: string) => request<Invitation>(path`/invitations/${id}`),
  accept: (id: string) => post<GameView>(path`/invitations/${id}/accept`, {}),
  withdraw: (id: string) => request<Invitation>(path`/invitations/${id}`, { method: 'DELETE' }),
  mine: async () => (await request<Hall>('/me/invitations')).invitations,
  anybody: (wish: Wish) => post<{ game: string | null; invitation: Invitation | null }>('/lobby/any', wish),
  lobby: (page: number) => request<Hall>(`/lobby?page=${page}`),
  lobbyAddress: () => socketAddress('/lobby/socket'),
  /** A line that tells only of my invitations that are accepted. */
  acceptedAddress: () => socketAddress('/lobby/socket?frames=accepted'),
}

export const circle = {
  said: (game: string, room: Room) => request<Talk>(path`/games/${game}/chat` + `?room=${room}`),
  say: (game: string, line: { id: string; room: Room; text?: string; preset?: string }) =>
    post<ChatLine>(path`/games/${game}/chat`, line),
}
