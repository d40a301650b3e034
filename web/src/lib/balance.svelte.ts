/** A balance report: requested, polled while its games are played, cancelled. */

import { announcer } from './announcer.svelte'
import { api } from './api/client'
import type { AskBalance, BalanceView } from './api/types/balance'
import { t } from './i18n.svelte'
import { Job } from './job.svelte'

const POLL_MS = 700

export class Balance extends Job<BalanceView> {
  constructor() {
    super(POLL_MS)
  }

  start(request: AskBalance): Promise<void> {
    return this.run(() => api.askBalance(request))
  }

  protected override read = ({ id }: BalanceView): Promise<BalanceView> => api.balance(id)

  protected override stop = ({ id }: BalanceView): Promise<BalanceView> => api.cancelBalance(id)

  protected override changed({ state }: BalanceView, before: BalanceView | null): void {
    const wasBusy = before?.state === 'queued' || before?.state === 'running'
    if (wasBusy && (state === 'done' || state === 'cancelled')) announcer.say(t(`ui.balance.${state}`))
  }
}
