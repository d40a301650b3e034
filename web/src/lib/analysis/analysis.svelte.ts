/** The analysis of a game: requested, polled while it runs, cancelled; and the threats in its positions. */

import { announcer } from '../announcer.svelte'
import type { AnalysisReport, AnalysisView, ThreatView } from '../api/types/analysis'
import { t } from '../i18n.svelte'
import { Job } from '../job.svelte'
import { errorMessage } from '../resource.svelte'
import { calls } from './calls'

const POLL_MS = 500

export class Analysis extends Job<AnalysisView> {
  /** The last requested threat. */
  threat = $state.raw<ThreatView | null>(null)
  /** The external engine that analyses; the built-in one if empty. */
  engine = $state('')

  constructor(private readonly game: string) {
    super(POLL_MS)
  }

  get report(): AnalysisReport | null {
    return this.view?.report ?? null
  }

  /** The address of the game as a file with the report in it. */
  fileIn(lang: string): string | undefined {
    return this.report && this.view ? calls.annotatedAddress(this.game, this.view.id, lang) : undefined
  }

  start(): Promise<void> {
    return this.run(() => calls.analyse(this.game, this.engine))
  }

  override async refresh(): Promise<void> {
    const { view, threat } = this
    await super.refresh()
    if (view && threat) await this.askThreat(threat.ply)
  }

  async askThreat(ply: number): Promise<void> {
    const { view } = this
    if (!view) return
    try {
      this.threat = await calls.threat(view.id, ply)
      this.failure = null
    } catch (error) {
      this.failure = errorMessage(error)
    }
  }

  protected override read = ({ id }: AnalysisView): Promise<AnalysisView> => calls.analysis(id)

  protected override stop = ({ id }: AnalysisView): Promise<AnalysisView> => calls.cancel(id)

  protected override changed({ report }: AnalysisView, before: AnalysisView | null): void {
    if (!this.isBusy && report && !before?.report) announcer.say(t('ui.analysis.done'))
  }
}
