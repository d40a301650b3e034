/** Typed calls to the server. A refusal is an `ApiError` with the server's sentence; no answer at all is a `NetworkError`. */

import { COPY, offline } from '../offline.svelte'
import { queryOf } from '../query'
import type { AskBalance, BalanceView } from './types/balance'
import type { Reach, Steps } from './types/board'
import type { CheckedPosition, Command, DiceFile, GameEvent, GameView, NewGame } from './types/game'
import type { FileAnswer, GameNote, GamesAsked, GamesPage } from './types/games'
import type { Brief, Contents, GlossaryEntry, GuideStep, ManualFindings, Rules } from './types/manual'
import type { OptionValue, Rulebook, RulebookSummary } from './types/rulebooks'
import type {
  CheckedSheet,
  GivenMovement,
  MovementDesign,
  SavedSheet,
  SavedSheetDetail,
  SheetData,
  SheetSchema,
  Variants,
  VariantText,
} from './types/sheets'
import type { ApiErrorBody, Language, Side, Words } from './types/words'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ApiErrorBody,
    /** The present state of the game, if the refusal contains it (a stale command). */
    readonly view: GameView | null,
    /** How many seconds to wait before asking again, where the server said so. */
    readonly retryAfter = 0,
  ) {
    super(body.message)
  }
}

/** No answer, or a temporary failure: the same request may be repeated. */
export class NetworkError extends Error {
  constructor(
    message: string,
    /** What the server says of it, where there is one. */
    readonly said: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** How the sockets of games speak with this page. */
const PROTOCOL = 2

/** No database for now, or about to stop. */
const UNAVAILABLE = 503

/** Tells the server that a person may be looking. */
const FROM_PAGE = { 'axedrez-client': 'page' }

let language: Language = 'es'

/** The language in which the server words its refusals and rules. */
export function speak(lang: Language): void {
  language = lang
}

const withLanguage = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}lang=${language}`

export async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response
  let text: string
  try {
    response = await fetch(withLanguage(`/api${path}`), init)
    offline.answered(response.headers.has(COPY))
    text = await response.text() // may be cut off in its middle
  } catch (cause) {
    throw new NetworkError('no answer', null, { cause })
  }
  if (response.status === 204) return undefined as T
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    // A proxy in between answers in HTML while the server is away.
    throw new NetworkError(`status ${String(response.status)}`, null, { cause })
  }
  if (response.ok) return body as T
  const { error, view } = body as { error?: ApiErrorBody; view?: GameView }
  if (!error) throw new NetworkError(`status ${String(response.status)}`)
  if (response.status === UNAVAILABLE) throw new NetworkError('unavailable', error.message)
  throw new ApiError(response.status, error, view ?? null, Number(response.headers.get('retry-after')) || 0)
}

export const send = <T>(method: string, path: string, body: unknown, init?: RequestInit): Promise<T> =>
  request<T>(path, { ...init, method, headers: { ...FROM_PAGE, 'content-type': 'application/json' }, body: JSON.stringify(body) })

export const post = <T>(path: string, body: unknown): Promise<T> => send<T>('POST', path, body)

export const path = (strings: TemplateStringsArray, ...parts: string[]): string =>
  String.raw({ raw: strings }, ...parts.map(encodeURIComponent))

export const socketAddress = (path: string): string => `${location.origin.replace(/^http/, 'ws')}/api${withLanguage(path)}`

export const api = {
  rulebooks: () => request<RulebookSummary[]>('/rulebooks'),
  rulebook: (id: string) => request<Rulebook>(path`/rulebooks/${id}`),
  rules: (id: string) => request<Rules>(path`/rulebooks/${id}/rules`),
  brief: (id: string) => request<Brief>(path`/rulebooks/${id}/brief`),
  guide: (id: string) => request<GuideStep[]>(path`/rulebooks/${id}/guide`),
  briefOfGame: (id: string) => request<Brief>(path`/games/${id}/brief`),
  rulesOfGame: (id: string) => request<Rules>(path`/games/${id}/rules`),
  checkPosition: (rulebook: string, position: string, options: Record<string, OptionValue> = {}) =>
    post<CheckedPosition>('/positions', { rulebook, position, options }),
  /** A position after moves and steps of the turn under way. */
  playFrom: <S>(
    rulebook: string,
    position: string,
    moves: string[],
    prefix: string[],
    options: Record<string, OptionValue> = {},
    /** The language of the last move, where it was typed by hand. */
    typed?: Language,
  ) => post<CheckedPosition<S>>('/positions', { rulebook, position, moves, prefix, options, ...(typed ? { typed } : {}) }),
  contents: () => request<Contents>('/manual'),
  searchManual: (query: string) => request<ManualFindings>(`/manual/search?q=${encodeURIComponent(query)}`),
  glossary: () => request<GlossaryEntry[]>('/glossary'),
  sheetSchema: (family: string) => request<SheetSchema>(`/sheets/schema?family=${family}`),
  checkSheet: (sheet: SheetData) => post<CheckedSheet>('/sheets/check', { sheet }),
  movement: (given: GivenMovement) => post<MovementDesign>('/sheets/movement', given),
  readToml: (text: Blob) =>
    request<CheckedSheet>('/sheets/toml', { method: 'POST', headers: { 'content-type': 'application/toml' }, body: text }),
  /** A section of a variants.ini; the first where none is named. */
  readVariants: (text: Blob, section?: string) =>
    request<Variants>(`/sheets/variants${section === undefined ? '' : `?section=${encodeURIComponent(section)}`}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: text,
    }),
  variantText: (id: string) => request<VariantText>(path`/rulebooks/${id}/variants`),
  saveSheet: (sheet: SheetData) => post<SavedSheet>('/sheets', { sheet }),
  sheets: () => request<SavedSheet[]>('/sheets'),
  sheet: (hash: string) => request<SavedSheetDetail>(path`/sheets/${hash}`),
  /** All fields of a rulebook's sheet. */
  sheetData: (id: string) => request<SheetData>(path`/rulebooks/${id}/sheet`),
  tomlAddress: (id: string) => path`/api/rulebooks/${id}/toml`,
  askBalance: (asked: AskBalance) => post<BalanceView>('/balance', asked),
  balance: (id: string) => request<BalanceView>(path`/balance/${id}`),
  cancelBalance: (id: string) => request<BalanceView>(path`/balance/${id}`, { method: 'DELETE' }),
  createGame: (game: NewGame) => post<GameView>('/games', game),
  /** Games of a file, whatever its format and its encoding. */
  openFile: (file: Blob) =>
    request<FileAnswer>('/files', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: file }),
  games: (asked: GamesAsked) => request<GamesPage>(`/games?${queryOf(asked)}`),
  /** The rulebooks of my games. */
  played: () => request<{ rulebook: string; names: Words }[]>('/me/rulebooks'),
  game: (id: string) => request<GameView>(path`/games/${id}`),
  /** Resolves when it is stored, with the number of its last event; the socket delivers the update. */
  command: (id: string, command: Command) =>
    post<{ events: GameEvent[]; seq: number }>(path`/games/${id}/commands` + '?view=false', command),
  /** What may follow the steps already taken in the turn. */
  steps: (id: string, prefix: string[]) =>
    request<{ seq: number; prefix: string[]; steps: Steps }>(
      path`/games/${id}/steps` + '?' + prefix.map((token) => `prefix=${encodeURIComponent(token)}`).join('&'),
    ),
  /** The same all through a game. */
  reach: (id: string, side: Side) => request<Reach>(path`/games/${id}/reach` + `?side=${side}`),
  next: (id: string) => post<GameView>(path`/games/${id}/next`, {}),
  dice: (id: string) => request<DiceFile>(path`/games/${id}/dice`),
  diceAddress: (id: string) => path`/api/games/${id}/dice`,
  rematch: (id: string, newId: string) => post<GameView>(path`/games/${id}/rematch`, { id: newId }),
  notes: (id: string) => request<GameNote[]>(path`/games/${id}/notes`),
  fileAddress: (id: string, format: string) => path`/api/games/${id}/files/${format}`,
  /** Its socket, which tells what is new after event `seq`, or begins with the whole view. */
  socketAddress: (id: string, seq?: number) =>
    socketAddress(path`/games/${id}/socket` + `?protocol=${String(PROTOCOL)}${seq === undefined ? '' : `&after=${String(seq)}`}`),
}
