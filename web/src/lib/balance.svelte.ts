/** A balance report that is asked for, followed while its games are played, and stopped. */

import { announcer } from './announcer.svelte'
import { api } from './api/client'
import type { AskBalance, BalanceView } from './api/types/balance'
import { errorMessage } from './resource.svelte'
import { t } from './i18n.svelte'

const LOOK_EVERY_MS = 700

export class Balance {
  view = $state.raw<BalanceView | null>(null)
  failure = $state<string | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  get isBusy(): boolean {
    return this.view?.state === 'queued' || this.view?.state === 'running'
  }

  ask(asked: AskBalance): Promise<void> {
    return this.#answer(() => api.askBalance(asked))
  }

  /** Looks again: how far it is, or the same report in another language. */
  async look(): Promise<void> {
    const { view } = this
    if (view) await this.#answer(() => api.balance(view.id))
  }

  async cancel(): Promise<void> {
    const { view } = this
    if (view) await this.#answer(() => api.cancelBalance(view.id))
  }

  /** Nobody looks any more. The games go on: whoever asks again finds the report. */
  close(): void {
    clearTimeout(this.#timer)
  }

  async #answer(question: () => Promise<BalanceView>): Promise<void> {
    clearTimeout(this.#timer)
    const wasBusy = this.isBusy
    try {
      this.view = await question()
      this.failure = this.view.error
    } catch (error) {
      this.view = null
      this.failure = errorMessage(error)
    }
    clearTimeout(this.#timer)
    if (this.isBusy) this.#timer = setTimeout(() => void this.look(), LOOK_EVERY_MS)
    else if (wasBusy && this.view?.state === 'done') announcer.say(t('ui.balance.done'))
    else if (wasBusy && this.view?.state === 'cancelled') announcer.say(t('ui.balance.cancelled'))
  }
}
