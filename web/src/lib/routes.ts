/** Addresses of the screens. */

export type Route =
  | { name: 'start' }
  | { name: 'new'; rulebook: string }
  | { name: 'game'; id: string }
  | { name: 'games' }
  | { name: 'manual' }
  | { name: 'rules'; rulebook: string }
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
  if (rest.length > 0) return { name: 'missing' }
  if (screen === 'games' && item === undefined) return { name: 'games' }
  if (screen === 'manual') return item === undefined ? { name: 'manual' } : { name: 'rules', rulebook: item }
  if (item !== undefined && screen === 'new') return { name: 'new', rulebook: item }
  if (item !== undefined && screen === 'game') return { name: 'game', id: item }
  return { name: 'missing' }
}

export const to = {
  start: '/',
  games: '/games',
  manual: '/manual',
  newGame: (rulebook: string) => `/new/${encodeURIComponent(rulebook)}`,
  game: (id: string) => `/game/${encodeURIComponent(id)}`,
  rules: (rulebook: string, clause?: string | null) =>
    `/manual/${encodeURIComponent(rulebook)}${clause ? `#${clause}` : ''}`,
}

/** The screen above, for «Volver» when the visit began here. */
export function parentOf(route: Route): string {
  return route.name === 'rules' ? to.manual : to.start
}
