/** Requests about notices: what an account is told of, and where (docs/api.md). */

import { path, post, request, send } from './client'
import type * as schema from './schema'

export type { Browser, MailboxView as Mailbox, NoticeSettings } from './schema'

export const notices = {
  read: () => request<schema.NoticeSettings>('/me/notices'),
  addBrowser: (subscription: Pick<schema.NewBrowser, 'endpoint' | 'keys'>) => post<schema.Browser>('/me/push', subscription),
  chooseForBrowser: (id: string, choice: schema.BrowserChoice) => send<schema.Browser>('PATCH', path`/me/push/${id}`, choice),
  dropBrowser: (id: string) => request<undefined>(path`/me/push/${id}`, { method: 'DELETE' }),
  setMail: (choice: schema.MailChoice) => send<schema.MailboxView>('PUT', '/me/mail', choice),
  sendAgain: () => request<undefined>('/me/mail/proof', { method: 'POST' }),
  dropMail: () => request<undefined>('/me/mail', { method: 'DELETE' }),
  verify: (shown: string) => post<schema.MailboxView>('/mail/verify', { shown }),
  leave: (shown: string) => post<undefined>('/mail/off', { shown }),
}
