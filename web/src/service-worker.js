/**
 * The service worker: a copy of the page for when there is no network, and notices.
 *
 * The build puts in the version and the files of the page. Of the server's answers only those are kept that were read
 * here: manual, rulebooks, own games. A new version begins with nothing but its own files.
 */

const SHELL = 'shell-__VERSION__'
const DATA = 'data-__VERSION__'
const FILES = __FILES__
const COPY = 'x-axedrez-copy'
const MOST_KEPT = 200

const KEPT = [
  /^\/api\/(me|rulebooks|manual|glossary)$/,
  /^\/api\/rulebooks\/[^/]+(\/rules)?$/,
  /^\/api\/games\/[0-9a-f-]{36}(\/rules|\/notes)?$/,
]

const isKept = ({ pathname, searchParams }) =>
  KEPT.some((one) => one.test(pathname)) || (pathname === '/api/games' && searchParams.get('mine') === 'true')

addEventListener('install', (event) => {
  const fetched = async () => {
    const cache = await caches.open(SHELL)
    await cache.addAll(FILES.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })))
    await self.skipWaiting()
  }
  event.waitUntil(fetched())
})

addEventListener('activate', (event) => {
  const cleaned = async () => {
    for (const name of await caches.keys()) if (name !== SHELL && name !== DATA) await caches.delete(name)
    await clients.claim()
  }
  event.waitUntil(cleaned())
})

addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(caches.delete(DATA))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(api|embed|assets|metrics|healthz|livez)(\/|$)/.test(url.pathname)) event.respondWith(screen(request))
  } else if (url.pathname.startsWith('/api/')) {
    if (isKept(url)) event.respondWith(answer(event, request))
  } else if (FILES.includes(url.pathname)) event.respondWith(file(request))
})

/** The page is one document, whatever the address. */
async function screen(request) {
  try {
    return await fetch(request)
  } catch (fault) {
    const copy = await caches.match('/', { cacheName: SHELL })
    if (copy) return copy
    throw fault
  }
}

async function file(request) {
  return (await caches.match(request, { cacheName: SHELL })) ?? fetch(request)
}

/** What the server says; what it said last where it cannot be reached. */
async function answer(event, request) {
  try {
    const fresh = await fetch(request)
    if (fresh.ok) event.waitUntil(keep(request, fresh.clone()))
    return fresh
  } catch (fault) {
    const copy = await caches.match(request, { cacheName: DATA })
    if (!copy) throw fault
    const headers = new Headers(copy.headers)
    headers.set(COPY, '1')
    return new Response(copy.body, { status: copy.status, headers })
  }
}

async function keep(request, fresh) {
  const cache = await caches.open(DATA)
  await cache.delete(request)
  await cache.put(request, fresh)
  const all = await cache.keys()
  for (const old of all.slice(0, Math.max(0, all.length - MOST_KEPT))) await cache.delete(old)
}

addEventListener('push', (event) => {
  const { title, body, url, tag, lang } = event.data.json()
  const shown = { body, tag, lang, icon: '/icon-192.png', badge: '/icon-192.png', data: { url } }
  event.waitUntil(self.registration.showNotification(title, shown))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const target = new URL(event.notification.data?.url ?? '/', location.origin)
  if (target.origin === location.origin) event.waitUntil(open(target))
})

async function open(target) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((each) => new URL(each.url).pathname === target.pathname)
  if (there) await there.focus()
  else await clients.openWindow(target.href)
}

/** The browser has changed the address of its push service. */
addEventListener('pushsubscriptionchange', (event) => {
  const renew = async () => {
    const options = event.oldSubscription?.options
    const fresh = event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
    if (!fresh) return
    const { endpoint, keys } = fresh.toJSON()
    await fetch('/api/me/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
    })
  }
  event.waitUntil(renew())
})
