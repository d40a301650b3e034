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
  /** The first game that teaches a rulebook. */
  | { name: 'learn'; rulebook: string }
  /** Exercises of a rulebook. */
  | { name: 'exercises'; rulebook: string }
  | { name: 'sheets' }
  | { name: 'sheet'; hash: string }
  | { name: 'edit'; rulebook: string }
  | { name: 'balance'; rulebooks: string[] }
  | { name: 'study'; rulebook: string }
  | { name: 'studies' }
  /** The chapters of a study; the first one where none is named. */
  | { name: 'chapters'; id: string; chapter: string | null }
  | { name: 'lobby' }
  /** The profile of an account, and the leaderboards. */
  | { name: 'person'; id: string }
  | { name: 'ratings' }
  | { name: 'classroom' }
  /** A teacher's classes, and one of them. */
  | { name: 'classes' }
  | { name: 'class'; id: string }
  /** A pupil's class, and where they sign in to it. */
  | { name: 'own-class' }
  | { name: 'join' }
  | { name: 'clubs' }
  | { name: 'club'; id: string }
  | { name: 'invitation'; id: string }
  | { name: 'account' }
  | { name: 'settings' }
  /** The link of a mail: to verify its address, or to end all mails. */
  | { name: 'mail'; act: 'verify' | 'off'; shown: string }
  /** Without an id the list (`place` is empty) or the form of a new one (`new`); else a tournament, and what of it. */
  | { name: 'tournaments'; id: string | null; place: string }
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
  if (screen === 'mail' && (item === 'verify' || item === 'off') && rest.length === 1)
    return { name: 'mail', act: item, shown: rest[0] ?? '' }
  if (screen === 'study' && item !== undefined && rest.length <= 1) return { name: 'chapters', id: item, chapter: rest[0] ?? null }
  if (screen === 'tournament' && item !== undefined) return { name: 'tournaments', id: item, place: rest.join('/') }
  if (rest.length > 0) return { name: 'missing' }
  if (screen === 'tournaments' && (item === undefined || item === 'new')) return { name: 'tournaments', id: null, place: item ?? '' }
  if (screen === 'modificado') return item === undefined ? { name: 'sheets' } : { name: 'sheet', hash: item }
  if (screen === 'studies' && item === undefined) return { name: 'studies' }
  if (screen === 'games' && item === undefined) return { name: 'games' }
  if (screen === 'lobby' && item === undefined) return { name: 'lobby' }
  if (screen === 'ratings' && item === undefined) return { name: 'ratings' }
  if (screen === 'classroom' && item === undefined) return { name: 'classroom' }
  if (screen === 'classes' && item === undefined) return { name: 'classes' }
  if (screen === 'class' && item === undefined) return { name: 'own-class' }
  if (screen === 'class' && item === 'join') return { name: 'join' }
  if (screen === 'class' && item !== undefined) return { name: 'class', id: item }
  if (screen === 'clubs' && item === undefined) return { name: 'clubs' }
  if (screen === 'club' && item !== undefined) return { name: 'club', id: item }
  if (screen === 'account' && item === undefined) return { name: 'account' }
  if (screen === 'settings' && item === undefined) return { name: 'settings' }
  if (screen === 'glossary' && item === undefined) return { name: 'glossary' }
  if (screen === 'manual') return item === undefined ? { name: 'manual' } : { name: 'rules', rulebook: item }
  if (item !== undefined && screen === 'analysis') return { name: 'study', rulebook: item }
  if (item !== undefined && screen === 'exercises') return { name: 'exercises', rulebook: item }
  if (item !== undefined && screen === 'learn') return { name: 'learn', rulebook: item }
  if (item !== undefined && screen === 'new') return { name: 'new', rulebook: item }
  if (item !== undefined && screen === 'invitation') return { name: 'invitation', id: item }
  if (item !== undefined && screen === 'game') return { name: 'game', id: item }
  if (item !== undefined && screen === 'person') return { name: 'person', id: item }
  return { name: 'missing' }
}

export const to = {
  start: '/',
  games: '/games',
  manual: '/manual',
  lobby: '/lobby',
  person: (id: string) => `/person/${encodeURIComponent(id)}`,
  /** The leaderboards; `query` chooses one. */
  ratings: (query = '') => `/ratings${query}`,
  /** All games of the server at once. */
  classroom: '/classroom',
  /** My classes, as their teacher. */
  classes: '/classes',
  schoolClass: (id: string) => `/class/${encodeURIComponent(id)}`,
  /** My class, as a pupil. */
  ownClass: '/class',
  joinClass: '/class/join',
  tournaments: '/tournaments',
  /** `club`: whose tournament it is. */
  newTournament: (club = '') => `/tournaments/new${club && `?club=${encodeURIComponent(club)}`}`,
  /** `place`: what of it, as in `standings` or `player/3`. */
  tournament: (id: string, place = '') => `/tournament/${encodeURIComponent(id)}${place && '/'}${place}`,
  clubs: '/clubs',
  club: (id: string) => `/club/${encodeURIComponent(id)}`,
  account: '/account',
  settings: '/settings',
  glossary: (term?: string) => `/glossary${term ? `#${term}` : ''}`,
  newGame: (rulebook: string) => `/new/${encodeURIComponent(rulebook)}`,
  /** `theme`: only exercises of it; `own`: where one's own games are searched for them. */
  exercises: (rulebook: string, { theme = '', own = false } = {}) =>
    `/exercises/${encodeURIComponent(rulebook)}${theme ? `?theme=${encodeURIComponent(theme)}` : ''}${own ? '#mine' : ''}`,
  learn: (rulebook: string) => `/learn/${encodeURIComponent(rulebook)}`,
  /** The analysis board: `query` holds the position and moves (`lib/analysis/study-line.ts`). */
  study: (rulebook: string, query = '') => `/analysis/${encodeURIComponent(rulebook)}${query}`,
  /** My studies; `query` may name the rulebook of a new one. */
  studies: '/studies',
  chapters: (id: string, chapter?: string | null) => `/study/${encodeURIComponent(id)}${chapter ? `/${encodeURIComponent(chapter)}` : ''}`,
  sheets: '/modificado',
  sheet: (hash: string) => `/modificado/${encodeURIComponent(hash)}`,
  /** The editor of sheets that begin as a copy of a rulebook. */
  editSheet: (rulebook: string) => `/modificado/edit/${encodeURIComponent(rulebook)}`,
  balance: (...rulebooks: string[]) => ['/balance', ...rulebooks.map(encodeURIComponent)].join('/'),
  invitation: (id: string) => `/invitation/${encodeURIComponent(id)}`,
  game: (id: string, spot?: Spot) => `/game/${encodeURIComponent(id)}${spot ? writeSpot(spot) : ''}`,
  /** The viewer that other sites may show in a frame, with its `query`. */
  embed: (id: string, query = '') => `/embed/${encodeURIComponent(id)}${query}`,
  embedStudy: (id: string, chapter: string, query = '') => `/embed/study/${encodeURIComponent(id)}/${encodeURIComponent(chapter)}${query}`,
  rules: (rulebook: string, clause?: string | null, game?: string | null) =>
    `/manual/${encodeURIComponent(rulebook)}${game ? `/${encodeURIComponent(game)}` : ''}${clause ? `#${clause}` : ''}`,
}

/** The screen above, for «Volver» when the visit began here. */
export function parentOf(route: Route): string {
  if (route.name === 'sheet' || route.name === 'edit') return to.sheets
  if (route.name === 'invitation' || route.name === 'ratings') return to.lobby
  if (route.name === 'chapters') return to.studies
  if (route.name === 'class') return to.classes
  if (route.name === 'join') return to.ownClass
  if (route.name === 'tournaments' && (route.id !== null || route.place)) return to.tournaments
  if (route.name === 'club') return to.clubs
  if (route.name === 'rules' && route.game !== undefined) return to.game(route.game)
  return route.name === 'rules' || route.name === 'glossary' ? to.manual : to.start
}
