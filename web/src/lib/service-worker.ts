/**
 * The service worker (src/service-worker.js): it keeps a copy of the page for when there is no network, and receives
 * notices. The copy is fetched when the page stands and has nothing to do.
 */

import { isBoolean, recall, remember } from './storage'

const IDLE_MS = 3000
const KEEPS = 'offline'

const isSupported = (): boolean => 'serviceWorker' in navigator && isSecureContext

/** Between a server on this machine and its page there is no network; every start may be at another port. */
const isHere = (): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

/** Starts the service worker, because the user wants what only it can do. */
export async function serviceWorker(): Promise<ServiceWorkerRegistration> {
  remember(KEEPS, true)
  await navigator.serviceWorker.register('/sw.js')
  return navigator.serviceWorker.ready
}

/** The service worker, if there is one already. */
export async function knownServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return isSupported() ? navigator.serviceWorker.getRegistration() : undefined
}

/** Keeps a copy for when there is no network, after the page has been loaded. */
export function keepOffline(): void {
  if (!isSupported() || import.meta.env.DEV || (isHere() && !recall(KEEPS, false, isBoolean))) return
  const start = (): void => {
    setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), IDLE_MS)
  }
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/** Another person is at this browser: what was kept for the one before is forgotten. */
export function forgetOffline(): void {
  if (isSupported()) navigator.serviceWorker.controller?.postMessage('forget')
}
