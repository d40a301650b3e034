/**
 * The tutor: a turn that loses much is held back, once, and the page says why. It asks while the turn is complete but not
 * confirmed, so that nobody waits. What it cannot judge in time is sent.
 */

import { calls } from '../analysis/calls'
import { ApiError, NetworkError } from '../api/client'
import type { DiceGrade, TutorView } from '../api/types/analysis'
import type { GameView } from '../api/types/game'
import type { Language, Side } from '../api/types/words'
import { isOnline } from '../me.svelte'
import { settings } from '../settings'

/** A turn is not held back any longer for an answer. */
const PATIENCE_MS = 2500
const GRADES: DiceGrade[] = ['best', 'good', 'doubtful', 'bad', 'very_bad']

/** A turn as it was to be sent, and what the tutor says of it. */
export interface Warning {
  move: string
  lang: Language
  found: TutorView
}

interface Game {
  readonly view: GameView<unknown> | null
  readonly sides: Side[]
}

export class Tutor {
  warning = $state.raw<Warning | null>(null)
  /** Whether a turn waits for the tutor's word. */
  waiting = $state(false)
  /** Whether the tutor could not be asked about the last turn. */
  missed = $state(false)

  #answers: Partial<Record<string, Promise<TutorView | null>>> = {}
  #seq = -1
  /** Counts what was asked and called off. */
  #question = 0

  constructor(private readonly game: Game) {}

  /** Whether there may be a tutor in this game: alone or against the computer, where nothing is at stake. */
  get open(): boolean {
    const { view, sides } = this.game
    return view !== null && view.dice !== null && view.casual && !isOnline(view) && !view.outcome && sides.length > 0
  }

  get active(): boolean {
    return this.open && settings.tutor.value
  }

  /** Asks beforehand about a turn that may be sent soon. */
  consider(move: string, lang: Language = 'en'): void {
    if (this.active) void this.#judged(move, lang)
  }

  /** Whether a turn may be sent. If it may not, `warning` says why, or it was called off. */
  async allows(move: string, lang: Language = 'en'): Promise<boolean> {
    if (!this.active) return true
    const question = ++this.#question
    this.missed = false
    this.waiting = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        this.missed = true
        resolve(null)
      }, PATIENCE_MS)
    })
    const found = await Promise.race([this.#judged(move, lang), late])
    clearTimeout(timer)
    if (question !== this.#question) return false
    this.waiting = false
    if (!found || found.seq !== this.game.view?.seq) return true
    if (GRADES.indexOf(found.grade) < GRADES.indexOf(settings.warned.value)) return true
    this.warning = { move, lang, found }
    return false
  }

  /** Calls off what was asked, and takes the warning away. */
  dismiss(): void {
    this.#question++
    this.waiting = false
    this.warning = null
  }

  #judged(move: string, lang: Language): Promise<TutorView | null> {
    const { view } = this.game
    if (!view) return Promise.resolve(null)
    if (view.seq !== this.#seq) {
      this.#seq = view.seq
      this.#answers = {}
    }
    const key = `${lang} ${move}`
    return (this.#answers[key] ??= this.#ask(view, move, lang))
  }

  async #ask({ id, seq }: GameView<unknown>, move: string, lang: Language): Promise<TutorView | null> {
    try {
      return await calls.tutor(id, seq, move, lang)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error
      // What the rules refuse is refused, with its reason, when it is sent.
      if (error instanceof NetworkError || error.status === 429) this.missed = true
      if (seq === this.#seq) this.#answers[`${lang} ${move}`] = undefined
      return null
    }
  }
}
