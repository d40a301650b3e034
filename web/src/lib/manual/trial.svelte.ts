/**
 * A figure of the manual being tried: a position that is played on, validated by the server move by move. Nothing is stored.
 */

import { api, ApiError } from '../api/client'
import type { PointsScene, Scene, Step } from '../api/types/board'
import type { CheckedPosition } from '../api/types/game'
import type { RuleFigure } from '../api/types/manual'
import type { Rulebook } from '../api/types/rulebooks'
import { errorMessage } from '../resource.svelte'
import { inWords } from '../i18n.svelte'

/** What there is to do in a figure: the move of its arrow, one to a marked place, anything, or nothing. */
export type Goal = 'arrow' | 'marks' | 'free' | 'stuck'
/** What the last step was for the goal. */
export type Remark = 'right' | 'more' | 'other'

type Answer<S> = CheckedPosition<S>

export class Trial<S extends Scene | PointsScene> {
  /** The position as the server knows it; null until it has answered. */
  view = $state.raw<Answer<S> | null>(null)
  /** The steps of the turn under way, or the one move that the server is still checking. */
  taken = $state.raw<Step[]>([])
  /** The step that was made last. */
  last = $state.raw<Step | null>(null)
  /** Steps from and to the same place, to choose one from. */
  choosing = $state.raw<Step[]>([])
  goal = $state<Goal | null>(null)
  remark = $state<Remark | null>(null)
  fault = $state<{ message: string; clause: string | null } | null>(null)

  readonly #book: Rulebook
  readonly #figure: RuleFigure
  readonly #position: string
  #moves: string[] = []
  #followed: string[] = []
  #question = 0

  /** `position` is the figure's own unless a throw is to be chosen. */
  constructor(book: Rulebook, figure: RuleFigure, position: string, roll: string | null) {
    this.#book = book
    this.#figure = figure
    this.#position = position
    if (roll !== null) this.#moves = [roll]
    void this.#begin()
  }

  /** Takes the one step that was found, or lets one of several be chosen. */
  offer(found: Step[]): void {
    if (found.length > 1) this.choosing = found
    else if (found[0]) void this.take(found[0])
  }

  /** Takes a step that the server has offered. */
  async take(step: Step): Promise<void> {
    const composed = this.#book.composed
    this.choosing = []
    this.fault = null
    this.remark = null
    this.last = step
    this.taken = [...this.taken, step]
    const aimed = this.#isAimed(step)
    if (!composed) this.#moves = [...this.#moves, step.token]
    if (!(await this.#ask())) return
    if (!composed) this.taken = []
    if (this.goal !== 'arrow' && this.goal !== 'marks') return
    const more = composed && this.goal === 'arrow' && this.view?.steps.options.some((next) => this.#isAimed(next, false))
    this.remark = aimed ? (more ? 'more' : 'right') : 'other'
  }

  /** Says why a move is not among those that are offered. */
  explain(origin: string, target: string): void {
    const refused = this.view?.steps.refused.find((step) => step.origin === origin && step.target === target)
    if (!refused) return
    this.remark = null
    this.fault = { message: inWords(refused.message), clause: refused.clause }
  }

  async #begin(): Promise<void> {
    if (!(await this.#ask())) return
    const options = this.view?.steps.options ?? []
    if (options.length === 0) this.goal = 'stuck'
    else if (options.some((step) => this.#arrowsOf(step).length > 0)) this.goal = 'arrow'
    else this.goal = options.some((step) => this.#figure.marks.includes(step.target)) ? 'marks' : 'free'
  }

  /** The arrows that a step follows: one, or two where it lands in between. */
  #arrowsOf({ origin, target }: Step): string[] {
    const { arrows } = this.#figure
    if (arrows.some(([from, to]) => from === origin && to === target)) return [`${origin} ${target}`]
    const between = arrows.find(([from, to]) => from === origin && arrows.some(([next, end]) => next === to && end === target))
    return between ? [`${origin} ${between[1]}`, `${between[1]} ${target}`] : []
  }

  #isAimed(step: Step, follow = true): boolean {
    if (this.goal === 'marks') return this.#figure.marks.includes(step.target)
    const arrows = this.#arrowsOf(step)
    const fresh = arrows.length > 0 && arrows.some((arrow) => !this.#followed.includes(arrow))
    if (follow) this.#followed = [...this.#followed, ...arrows]
    return fresh
  }

  /** Validates the present state; returns whether the server accepts it. A refusal takes the last step back. */
  async #ask(): Promise<boolean> {
    const question = ++this.#question
    const prefix = this.#book.composed ? this.taken.map(({ token }) => token) : []
    try {
      const view = await api.playFrom<S>(this.#book.id, this.#position, this.#moves, prefix, this.#book.chosen)
      if (question !== this.#question) return false
      this.view = view
      return true
    } catch (error) {
      if (question === this.#question) {
        this.taken = this.taken.slice(0, -1)
        this.fault = { message: errorMessage(error), clause: error instanceof ApiError ? error.body.clause : null }
      }
      return false
    }
  }
}
