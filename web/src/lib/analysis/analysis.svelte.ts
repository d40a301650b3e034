/** The analysis of a game: requested, polled while it runs, cancelled; and the threats in its positions. */

import { announcer } from '../announcer.svelte'
import type { AnalysisReport, AnalysisView, DiceReport, ThreatView } from '../api/types/analysis'
import { t } from '../i18n.svelte'
import { Job } from '../job.svelte'
import { errorMessage } from '../resource.svelte'
import { recall, remember } from '../storage'
import { calls } from './calls'

const POLL_MS = 500
/** The analyses that this browser has asked for, the latest ones first: `[game, analysis]`. */
type Kept = [string, string][]
const KEPT = 'analyses'
const MAX_KEPT = 40
const isKept = (value: unknown): value is Kept => Array.isArray(value) && value.every((each) => Array.isArray(each))
const kept = (): Kept => recall<Kept>(KEPT, [], isKept)

/** The analysis of a game that this browser has asked for, if the server still has it. */
export async function keptAnalysis(game: string): Promise<AnalysisView | null> {
  const id = kept().find(([each]) => each === game)?.[1]
  return id === undefined ? null : calls.analysis(id).catch(() => null)
}

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

  /** Takes up the analysis that was asked for before, if the server still has it. */
  async restore(): Promise<void> {
    const id = kept().find(([game]) => game === this.game)?.[1]
    if (id === undefined || this.view) return
    await this.run(() => calls.analysis(id))
    this.failure = null
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

  protected override changed({ id, report }: AnalysisView, before: AnalysisView | null): void {
    if (before?.id !== id) remember(KEPT, [[this.game, id], ...kept().filter(([game]) => game !== this.game)].slice(0, MAX_KEPT))
    if (!this.isBusy && before && report && !before.report) announcer.say(t('ui.analysis.done'))
  }
}
