/** The analysis of a game: requested, polled while it runs, cancelled; and the threats in its positions. */

import { announcer } from '../announcer.svelte'
import type { AnalysisReport, AnalysisView, DiceReport, ThreatView } from '../api/types/analysis'
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

  /** The report of a game whose positions are searched. */
  get report(): AnalysisReport | null {
    const report = this.view?.report
    return report?.kind === 'result' ? report : null
  }

  /** The report of a game that is judged in points. */
  get dice(): DiceReport | null {
    const report = this.view?.report
    return report?.kind === 'points' ? report : null
  }

  /** The address of the game as a file with the report in it. */
  fileIn(lang: string): string | undefined {
    return this.report && this.view ? calls.annotatedAddress(this.game, this.view.id, lang) : undefined
  }

  /** `ply`: how many rolls to look ahead in a game of dice; as is usual without it. */
  start(ply?: number): Promise<void> {
    return this.run(() => calls.analyse(this.game, this.engine, ply))
  }

  /** Takes up the analysis that the server has of the game. */
  async restore(): Promise<void> {
    if (this.view) return
    const [known] = await calls.analysesOf(this.game).catch(() => [])
    if (known !== undefined && !this.view) await this.run(() => Promise.resolve(known))
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
    if (!this.isBusy && before && report && !before.report) announcer.say(t('ui.analysis.done'))
  }
}
