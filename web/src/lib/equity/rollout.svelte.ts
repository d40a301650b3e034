/** A rollout: requested, polled while its games are played, stopped. */

import { announcer } from '../announcer.svelte'
import type { AskRollout, RolloutView } from '../api/types/equity'
import { t } from '../i18n.svelte'
import { Job } from '../job.svelte'
import { calls } from './calls'

const POLL_MS = 500

export class Rollout extends Job<RolloutView> {
  constructor() {
    super(POLL_MS)
  }

  start(asked: AskRollout): Promise<void> {
    return this.run(() => calls.rollOut(asked))
  }

  /** Forgets the rollout: the position is another one. On the server it goes on until nobody asks any longer. */
  forget(): void {
    const { view } = this
    this.close()
    if (view && this.isBusy) void calls.stopRollout(view.id).catch(() => undefined)
    this.view = null
    this.failure = null
  }

  protected override read = ({ id }: RolloutView): Promise<RolloutView> => calls.rollout(id)

  protected override stop = ({ id }: RolloutView): Promise<RolloutView> => calls.stopRollout(id)

  protected override changed({ state }: RolloutView, before: RolloutView | null): void {
    const wasBusy = before?.state === 'queued' || before?.state === 'running'
    if (wasBusy && (state === 'done' || state === 'cancelled')) announcer.say(t(`ui.rollout.${state}`))
  }
}
