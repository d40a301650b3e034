/** Which screen is shown. The browser's own history is the only record, so its back button and «Volver» agree. */

import { parentOf, readRoute, type Route } from './routes'

interface Entry {
  /** How many screens of ours lie behind this one. */
  depth: number
}

const depthHere = (): number => (history.state as Entry | null)?.depth ?? 0

class Router {
  route = $state.raw<Route>(readRoute(location.pathname))
  hash = $state(location.hash.slice(1))

  constructor() {
    addEventListener('popstate', () => {
      this.#read()
    })
  }

  go(address: string, { replace = false } = {}): void {
    const depth = depthHere()
    if (replace) history.replaceState({ depth } satisfies Entry, '', address)
    else history.pushState({ depth: depth + 1 } satisfies Entry, '', address)
    this.#read()
    if (!this.hash) scrollTo(0, 0)
  }

  /** One screen back; to the screen above if the visit began here. */
  back(): void {
    if (depthHere() > 0) history.back()
    else this.go(parentOf(this.route), { replace: true })
  }

  /**
   * Another query in the address of a screen: neither a step in the history nor another screen. Nothing where another
   * address has been gone to meanwhile: its screen may still be loading.
   */
  note(search: string, pathname: string): void {
    if (pathname === location.pathname && search !== location.search) history.replaceState(history.state, '', location.pathname + search + location.hash)
  }

  #read(): void {
    this.route = readRoute(location.pathname)
    this.hash = decodeURIComponent(location.hash.slice(1))
  }
}

export const router = new Router()

/** Lets plain links inside the page change the screen without loading it anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  event.preventDefault()
  router.go(link.pathname + link.search + link.hash)
}
