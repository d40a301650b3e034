/** Typed calls to the server. A refusal is an `ApiError` with the server's sentence; no answer at all is a `NetworkError`. */

import type {
  ApiErrorBody,
  CheckedPosition,
  Command,
  GameEvent,
  GameSummary,
  GameView,
  Language,
  NewGame,
  OptionValue,
  PgnAnswer,
  Rulebook,
  Rules,
  RulebookSummary,
  Steps,
} from './types'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ApiErrorBody,
    /** The present state of the game, where the refusal brings it along (a stale command). */
    readonly view: GameView | null,
  ) {
    super(body.message)
  }
}

export class NetworkError extends Error {}

let language: Language = 'es'

/** The language in which the server words its refusals and rules. */
export function speak(lang: Language): void {
  language = lang
}

const withLanguage = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}lang=${language}`

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response
  try {
    response = await fetch(withLanguage(`/api${path}`), init)
  } catch (cause) {
    throw new NetworkError('no answer', { cause })
  }
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    // A proxy in between answers in HTML while the server is away.
    throw new NetworkError(`status ${String(response.status)}`, { cause })
  }
  if (response.ok) return body as T
  const { error, view } = body as { error?: ApiErrorBody; view?: GameView }
  if (!error) throw new NetworkError(`status ${String(response.status)}`)
  throw new ApiError(response.status, error, view ?? null)
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  request<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const path = (strings: TemplateStringsArray, ...parts: string[]): string =>
  String.raw({ raw: strings }, ...parts.map(encodeURIComponent))

export const api = {
  rulebooks: () => request<RulebookSummary[]>('/rulebooks'),
  rulebook: (id: string) => request<Rulebook>(path`/rulebooks/${id}`),
  rules: (id: string) => request<Rules>(path`/rulebooks/${id}/rules`),
  checkPosition: (rulebook: string, position: string, options: Record<string, OptionValue> = {}) =>
    post<CheckedPosition>('/positions', { rulebook, position, options }),
  createGame: (game: NewGame) => post<GameView>('/games', game),
  openPgn: (text: string) =>
    request<PgnAnswer>('/pgn', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text }),
  games: (limit: number, before: string | null) =>
    request<{ games: GameSummary[]; next: string | null }>(
      `/games?limit=${String(limit)}${before === null ? '' : `&before=${encodeURIComponent(before)}`}`,
    ),
  game: (id: string) => request<GameView>(path`/games/${id}`),
  command: (id: string, command: Command) =>
    post<{ events: GameEvent[]; view: GameView }>(path`/games/${id}/commands`, command),
  /** What may follow the steps already taken in the turn. */
  steps: (id: string, prefix: string[]) =>
    request<{ seq: number; prefix: string[]; steps: Steps }>(
      path`/games/${id}/steps` + '?' + prefix.map((token) => `prefix=${encodeURIComponent(token)}`).join('&'),
    ),
  next: (id: string) => post<GameView>(path`/games/${id}/next`, {}),
  diceAddress: (id: string) => path`/api/games/${id}/dice`,
  rematch: (id: string, newId: string) => post<GameView>(path`/games/${id}/rematch`, { id: newId }),
  pgnAddress: (id: string) => path`/api/games/${id}/pgn`,
  socketAddress: (id: string) =>
    `${location.origin.replace(/^http/, 'ws')}/api${withLanguage(path`/games/${id}/socket`)}`,
}
