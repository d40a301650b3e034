/** The addresses of the screens. */

import type { Side } from './api/types/words'

/** What of a game an address points at: how many moves have been made, and who sits at the near edge. */
export interface Spot {
  ply: number | null
  side: Side | null
}

export function readSpot(search: string): Spot {
  const query = new URLSearchParams(search)
  const ply = query.get('ply') ?? ''
  const side = query.get('side')
  return { ply: /^\d{1,9}$/.test(ply) ? Number(ply) : null, side: side === 'white' || side === 'black' ? side : null }
}

/** The query that `readSpot` reads; other parameters of `others` are kept. */
export function writeSpot({ ply, side }: Spot, others = ''): string {
  const query = new URLSearchParams(others)
  for (const [name, value] of [['ply', ply], ['side', side]] as const) {
    if (value === null) query.delete(name)
    else query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}

export type Route =
  | { name: 'start' }
  | { name: 'new'; rulebook: string }
  | { name: 'game'; id: string }
  | { name: 'games' }
  | { name: 'manual' }
  | { name: 'glossary' }
  /** With a game: by its own sheet, whatever is set otherwise there. */
  | { name: 'rules'; rulebook: string; game?: string }
  | { name: 'sheets' }
  | { name: 'sheet'; hash: string }
  | { name: 'edit'; rulebook: string }
  | { name: 'balance'; rulebooks: string[] }
  | { name: 'study'; rulebook: string }
  | { name: 'lobby' }
  | { name: 'classroom' }
  | { name: 'invitation'; id: string }
  | { name: 'account' }
  | { name: 'missing' }

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function readRoute(pathname: string): Route {
  const [screen, item, ...rest] = pathname.split('/').filter(Boolean).map(decode)
  if (screen === undefined) return { name: 'start' }
  if (screen === 'modificado' && item === 'edit' && rest.length === 1) return { name: 'edit', rulebook: rest[0] ?? '' }
  if (screen === 'balance') {
    const rulebooks = [item, ...rest].filter((id) => id !== undefined)
    return rulebooks.length > 2 ? { name: 'missing' } : { name: 'balance', rulebooks }
  }
  if (screen === 'manual' && item !== undefined && rest.length === 1) return { name: 'rules', rulebook: item, game: rest[0] ?? '' }
  if (rest.length > 0) return { name: 'missing' }
  if (screen === 'modificado') return item === undefined ? { name: 'sheets' } : { name: 'sheet', hash: item }
  if (screen === 'games' && item === undefined) return { name: 'games' }
  if (screen === 'lobby' && item === undefined) return { name: 'lobby' }
  if (screen === 'classroom' && item === undefined) return { name: 'classroom' }
  if (screen === 'account' && item === undefined) return { name: 'account' }
  if (screen === 'glossary' && item === undefined) return { name: 'glossary' }
  if (screen === 'manual') return item === undefined ? { name: 'manual' } : { name: 'rules', rulebook: item }
  if (item !== undefined && screen === 'analysis') return { name: 'study', rulebook: item }
  if (item !== undefined && screen === 'new') return { name: 'new', rulebook: item }
  if (item !== undefined && screen === 'invitation') return { name: 'invitation', id: item }
  if (item !== undefined && screen === 'game') return { name: 'game', id: item }
  return { name: 'missing' }
}

export const to = {
  start: '/',
  games: '/games',
  manual: '/manual',
  lobby: '/lobby',
  /** All games of the server at once. */
  classroom: '/classroom',
  account: '/account',
  glossary: (term?: string) => `/glossary${term ? `#${term}` : ''}`,
  newGame: (rulebook: string) => `/new/${encodeURIComponent(rulebook)}`,
  /** The analysis board: `query` holds the position and moves (`lib/analysis/study-line.ts`). */
  study: (rulebook: string, query = '') => `/analysis/${encodeURIComponent(rulebook)}${query}`,
  sheets: '/modificado',
  sheet: (hash: string) => `/modificado/${encodeURIComponent(hash)}`,
  /** The editor of sheets that begin as a copy of a rulebook. */
  editSheet: (rulebook: string) => `/modificado/edit/${encodeURIComponent(rulebook)}`,
  balance: (...rulebooks: string[]) => ['/balance', ...rulebooks.map(encodeURIComponent)].join('/'),
  invitation: (id: string) => `/invitation/${encodeURIComponent(id)}`,
  game: (id: string, spot?: Spot) => `/game/${encodeURIComponent(id)}${spot ? writeSpot(spot) : ''}`,
  /** The viewer that other sites may show in a frame, with its `query`. */
  embed: (id: string, query = '') => `/embed/${encodeURIComponent(id)}${query}`,
  rules: (rulebook: string, clause?: string | null, game?: string | null) =>
    `/manual/${encodeURIComponent(rulebook)}${game ? `/${encodeURIComponent(game)}` : ''}${clause ? `#${clause}` : ''}`,
}

/** The screen above, for «Volver» when the visit began here. */
export function parentOf(route: Route): string {
  if (route.name === 'sheet' || route.name === 'edit') return to.sheets
  if (route.name === 'invitation') return to.lobby
  if (route.name === 'rules' && route.game !== undefined) return to.game(route.game)
  return route.name === 'rules' || route.name === 'glossary' ? to.manual : to.start
}
