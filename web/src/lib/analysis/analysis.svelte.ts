/** The analysis of a game: asked for, followed while it is made, stopped. */

import { announcer } from '../announcer.svelte'
import type { AnalysisReport, AnalysisView, ThreatView } from '../api/types/analysis'
import { errorMessage } from '../resource.svelte'
import { t } from '../i18n.svelte'
import { calls } from './calls'

const LOOK_EVERY_MS = 500

export class Analysis {
  view = $state.raw<AnalysisView | null>(null)
  failure = $state<string | null>(null)
  /** What is threatened where it was asked last. */
  threat = $state.raw<ThreatView | null>(null)
  /** The engine of others that is to look; ours if empty. */
  engine = $state('')
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly game: string) {}

  get isBusy(): boolean {
    return this.view?.state === 'queued' || this.view?.state === 'running'
  }

  get told(): AnalysisReport | null {
    return this.view?.told ?? null
  }

  /** The address of the game as a file with what was found. */
  fileIn(lang: string): string | undefined {
    return this.told && this.view ? calls.annotatedAddress(this.game, this.view.id, lang) : undefined
  }

  ask(): Promise<void> {
    return this.#answer(() => calls.analyse(this.game, this.engine))
  }

  /** Looks again: how far it is, or the same in another language. */
  async look(): Promise<void> {
    const { view, threat } = this
    if (!view) return
    await this.#answer(() => calls.analysis(view.id))
    if (threat) await this.askThreat(threat.ply)
  }

  async cancel(): Promise<void> {
    const { view } = this
    if (view) await this.#answer(() => calls.cancel(view.id))
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

  /** Nobody looks any more. It goes on being made: whoever asks again finds it. */
  close(): void {
    clearTimeout(this.#timer)
  }

  async #answer(question: () => Promise<AnalysisView>): Promise<void> {
    clearTimeout(this.#timer)
    const wasReady = this.told !== null
    try {
      this.view = await question()
      this.failure = this.view.error
    } catch (error) {
      this.view = null
      this.failure = errorMessage(error)
    }
    clearTimeout(this.#timer)
    if (this.isBusy) this.#timer = setTimeout(() => void this.look(), LOOK_EVERY_MS)
    else if (this.told && !wasReady) announcer.say(t('ui.analysis.done'))
  }
}
