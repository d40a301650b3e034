/** A guided first game: which step is shown. The browser remembers it, so that one may leave and go on. */

import type { PointsScene, Scene } from '../api/types/board'
import type { GuideStep } from '../api/types/manual'
import type { Rulebook } from '../api/types/rulebooks'
import { inWords } from '../i18n.svelte'
import { recall, remember } from '../storage'
import { Trial, type Shown } from './trial.svelte'

const isIndex = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

export class Guide {
  /** The step that is shown, from 0; after the last one comes the end. */
  index = $state(0)
  /** It goes on where an earlier visit was left. */
  resumed = $state(false)
  /** The board of a step that is played; null where there is only something to read. */
  trial = $state.raw<Trial<Scene | PointsScene> | null>(null)

  constructor(
    readonly book: Rulebook,
    readonly steps: GuideStep[],
  ) {
    const kept = recall(this.#key, 0, isIndex)
    // A guide may have become shorter; and whoever was at its end begins anew.
    this.index = kept < steps.length ? kept : 0
    this.resumed = this.index > 0
    this.begin()
  }

  /** Null at the end. */
  get step(): GuideStep | null {
    return this.steps[this.index] ?? null
  }

  get figure(): Shown | null {
    const { step } = this
    return step && { position: step.position, marks: step.marks, arrows: step.arrows, caption: inWords(step.title) }
  }

  /** Nothing is left to be played in this step. */
  get ready(): boolean {
    return this.trial === null || this.trial.done
  }

  go(index: number): void {
    this.index = Math.max(0, Math.min(index, this.steps.length))
    this.resumed = false
    remember(this.#key, this.index)
    this.begin()
  }

  /** Begins the step that is shown. */
  begin(): void {
    const { step, figure } = this
    this.trial = step && figure && step.task === 'play' ? new Trial(this.book, figure, step.position, null, step.line) : null
  }

  /** Begins the step, and plays what it asks for. */
  async show(): Promise<void> {
    this.begin()
    await this.trial?.show()
  }

  get #key(): string {
    return `guide.${this.book.id}`
  }
}
