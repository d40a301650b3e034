/**
 * Synchronises preferences between an account and its browsers; of two changes the later one wins. The browser has a copy,
 * so that nothing waits for the server. A guest's preferences stay in the browser until they have an account.
 */

import { ApiError } from './api/client'
import { people, type Me } from './api/people'
import { preferenceNamed, storedPreferences, onPreferenceChange } from './preference.svelte'
import { isBoolean, recall, remember } from './storage'

const SIGNED_IN = 'signedIn'
const UNSENT = 'unsent'
const RETRY_MS = 30_000

/** The times of the changes that have not been sent yet, by preference. */
type Unsent = Record<string, number>

const isUnsent = (value: unknown): value is Unsent =>
  typeof value === 'object' && value !== null && Object.values(value).every((at) => typeof at === 'number')
const unsent = (): Unsent => recall<Unsent>(UNSENT, {}, isUnsent)

/** Whether an account was used at this browser when it was last here. */
export const wasSignedIn = (): boolean => recall(SIGNED_IN, false, isBoolean)

let account: string | null = null
let sending = false
let retry: ReturnType<typeof setTimeout> | undefined

/** The user is known, or has changed from `before`: takes their preferences, and sends what is unsent. */
export function syncPreferences(me: Me, before: Me | null): void {
  account = me.kind === 'account' ? me.id : null
  remember(SIGNED_IN, account !== null)
  const now = Date.now()
  if (account === null || (before && before.id !== me.id)) remember(UNSENT, {})
  else if (before?.kind === 'guest') remember(UNSENT, Object.fromEntries(storedPreferences().map((name) => [name, now])))
  if (account === null) return
  adopt(me)
  void send()
}

onPreferenceChange((name) => {
  if (!wasSignedIn()) return
  remember(UNSENT, { ...unsent(), [name]: Date.now() })
  void send()
})

function adopt({ settings }: Me): void {
  const waiting = unsent()
  for (const [name, value] of Object.entries(settings)) {
    if (!(name in waiting)) preferenceNamed(name)?.adopt(value)
  }
}

async function send(): Promise<void> {
  clearTimeout(retry)
  if (sending || account === null) return
  sending = true
  try {
    for (let at = first(); at !== undefined; at = first()) {
      const whose: string = account
      const names = Object.keys(unsent()).filter((name) => unsent()[name] === at)
      const chosen = Object.fromEntries(names.map((name) => [name, preferenceNamed(name)?.value]))
      const me = await people.choose(chosen, Math.max(0, Date.now() - at))
      if (whose !== account) return
      remember(UNSENT, Object.fromEntries(Object.entries(unsent()).filter(([, then]) => then !== at)))
      adopt(me)
    }
  } catch (error) {
    // A refused change is dropped; after any other failure it is sent later.
    if (error instanceof ApiError && error.status !== 429) remember(UNSENT, {})
    else retry = setTimeout(() => void send(), RETRY_MS)
  } finally {
    sending = false
  }
}

/** The time of the earliest unsent change. */
const first = (): number | undefined => Object.values(unsent()).sort((one, other) => one - other)[0]
