/** Web Push in this browser. */

import { notices, type Browser } from './api/notices'
import { knownServiceWorker, serviceWorker } from './service-worker'
import { recall, remember } from './storage'

const OWN = 'push'
const isText = (value: unknown): value is string => typeof value === 'string'

/** `none`: the browser has no Web Push, or the page is not reached over https; `denied`: its user has forbidden it. */
export type PushSupport = 'ready' | 'denied' | 'none'

export function pushSupport(): PushSupport {
  if (!isSecureContext || !('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'none'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

/** The id by which the server knows this browser. */
export const ownBrowser = (): string => recall(OWN, '', isText)

/** Asks the user, then the browser, then the server. Null if the user does not allow it. */
export async function startPush(key: string): Promise<Browser | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await serviceWorker()
  // One that was made for the key of another server, or of an account that has left, is of no use.
  await (await pushManager.getSubscription())?.unsubscribe()
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
  const browser = await notices.addBrowser({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  })
  remember(OWN, browser.id)
  return browser
}

/** Ends it at the server and in the browser. */
export async function stopPush(id: string): Promise<void> {
  await notices.dropBrowser(id)
  if (id !== ownBrowser()) return
  remember(OWN, '')
  const registration = await knownServiceWorker()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
