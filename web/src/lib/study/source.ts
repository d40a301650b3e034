/** What a chapter may be made from, as it is pasted: a game or a study of this server by its address, or a file. */

import type { NewChapters } from '../api/schema'
import { readRoute } from '../routes'

/** The source that a text means. */
export function sourceOf(text: string, origin: string): NewChapters {
  const trimmed = text.trim()
  const route = /^\S+$/.test(trimmed) && URL.canParse(trimmed, origin) ? routeAt(new URL(trimmed, origin), origin) : null
  return route ?? { text }
}

function routeAt(address: URL, origin: string): NewChapters | null {
  if (address.origin !== origin) return null
  const route = readRoute(address.pathname)
  if (route.name === 'game') return { game: route.id }
  if (route.name === 'chapters') return { study: route.id }
  return null
}
