/** A search of one's own games for exercises: started, polled while games are looked through, stopped. */

import { announcer } from '../announcer.svelte'
import type { OwnSearchView } from '../api/types/exercises'
import { t } from '../i18n.svelte'
import { Job } from '../job.svelte'
import { myself } from '../me.svelte'
import { calls } from './calls'

const POLL_MS = 700

export class OwnSearch extends Job<OwnSearchView> {
  /** `ended`: called when a search is over, however it ends. */
  constructor(private readonly ended: (view: OwnSearchView) => void) {
    super(POLL_MS)
  }

  start(rulebook: string): Promise<void> {
    return this.run(async () => {
      await myself.know() // the games are somebody's
      return calls.searchMine({ rulebook })
    })
  }

  /** What has come of it, in words. */
  get said(): string {
    const { view } = this
    if (view === null || this.isBusy || view.state === 'failed') return ''
    const { state, found, new: added, total } = view
    if (state === 'cancelled') return t('ui.exercises.mine.cancelled', { found, new: added })
    if (total === 0) return t('ui.exercises.mine.no_games')
    return found === 0 ? t('ui.exercises.mine.nothing', { total }) : t('ui.exercises.mine.done', { found, new: added })
  }

  protected override read = ({ id }: OwnSearchView): Promise<OwnSearchView> => calls.search(id)

  protected override stop = ({ id }: OwnSearchView): Promise<OwnSearchView> => calls.stopSearch(id)

  protected override changed(view: OwnSearchView, before: OwnSearchView | null): void {
    const wasBusy = before?.state === 'queued' || before?.state === 'running'
    if (this.isBusy || !wasBusy) return
    announcer.say(this.said)
    this.ended(view)
  }
}
