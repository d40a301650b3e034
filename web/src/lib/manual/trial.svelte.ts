/**
 * A figure of the manual, or a step of a guided first game, being tried: a position that is played on, validated by the
 * server move by move. Nothing is stored.
 */

import { api, ApiError } from '../api/client'
import type { PointsScene, Scene, Step } from '../api/types/board'
import type { CheckedPosition } from '../api/types/game'
import type { RuleFigure } from '../api/types/manual'
import type { Rulebook } from '../api/types/rulebooks'
import { errorMessage } from '../resource.svelte'
import { inWords, t } from '../i18n.svelte'

/** What there is to do in a figure: the move of its arrow, one to a marked place, anything, or nothing. */
export type Goal = 'arrow' | 'marks' | 'free' | 'stuck'
/** What the last step was for the goal; `legal`: another one, which was taken back. */
export type Remark = 'right' | 'more' | 'other' | 'legal'

/** A position with what points at places of it. */
export type Shown = Pick<RuleFigure, 'position' | 'marks' | 'arrows' | 'caption'>

type Answer<S> = CheckedPosition<S>
type Arrow = RuleFigure['arrows'][number]

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
  /** What can be done now is on its way. */
  asking = $state(false)
  /** A lesson is done: its board rests. */
  done = $state(false)
  /** Settled once the server has told the first steps. */
  readonly ready: Promise<void>

  readonly #book: Rulebook
  #figure = $state.raw<Shown>({ position: '', marks: [], arrows: [], caption: '' })
  readonly #position: string
  /** In a lesson, the tokens of a turn that does what is asked: moves that do something else are taken back. */
  readonly #line: string[] | null
  #moves: string[] = []
  #followed = $state.raw<string[]>([])
  #question = 0

  /** `position` is the figure's own unless a roll is to be chosen. */
  constructor(book: Rulebook, figure: Shown, position: string, roll: string | null, line: string[] | null = null) {
    this.#book = book
    this.#figure = figure
    this.#position = position
    this.#line = line
    if (roll !== null) this.#moves = [roll]
    this.ready = this.#begin()
  }

  /** Whether every arrow is to be followed. */
  get isLesson(): boolean {
    return this.#line !== null
  }

  /** The arrows that are still to be followed. */
  get arrows(): Arrow[] {
    if (this.done || (this.#line === null && this.last && this.remark !== 'more')) return []
    return this.#figure.arrows.filter((arrow) => !this.#followed.includes(nameOf(arrow)))
  }

  /** What is pointed at: in a lesson until it is done, else until something is played. */
  get marks(): string[] {
    return this.done || (this.last && this.#line === null) ? [] : this.#figure.marks
  }

  /** Points at other places; what was begun on the board stays. */
  mark(places: string[]): void {
    this.#figure = { ...this.#figure, marks: places }
  }

  /** Takes the one step that was found, or lets one of several be chosen. */
  offer(found: Step[]): void {
    // Which die a piece uses is no question in a lesson: the arrows that are left decide.
    const meant = this.#book.composed ? found.find(({ token }) => this.#line?.includes(token)) : undefined
    if (found.length > 1 && !meant) this.choosing = found
    else if (meant ?? found[0]) void this.take(meant ?? (found[0] as Step))
  }

  /** Takes a step that the server has offered. */
  async take(step: Step): Promise<void> {
    const composed = this.#book.composed
    const before = { last: this.last, followed: this.#followed, moves: this.#moves }
    this.choosing = []
    this.fault = null
    this.remark = null
    this.last = step
    this.taken = [...this.taken, step]
    const aimed = this.#isAimed(step)
    if (!composed) this.#moves = [...this.#moves, step.token]
    if (!(await this.#ask())) {
      this.#followed = before.followed
      this.#moves = before.moves
      return
    }
    if (!composed) this.taken = []
    if (this.goal !== 'arrow' && this.goal !== 'marks') return
    const canGoOn = this.goal === 'arrow' && (this.view?.steps.options.some((next) => this.#isAimed(next, false)) ?? false)
    if (this.#line === null) {
      this.remark = aimed ? (composed && canGoOn ? 'more' : 'right') : 'other'
      return
    }
    if (aimed && (this.goal === 'marks' || this.arrows.length === 0)) {
      this.done = true
      this.remark = 'right'
    } else if (aimed && canGoOn) this.remark = 'more'
    else {
      this.last = before.last
      this.#followed = before.followed
      this.#moves = before.moves
      this.taken = this.taken.slice(0, -1)
      if (await this.#ask()) this.remark = 'legal'
    }
  }

  /** Plays what a lesson asks for. */
  async show(): Promise<void> {
    await this.ready
    for (const token of this.#line ?? []) {
      const step = this.view?.steps.options.find((option) => option.token === token)
      if (step) await this.take(step)
    }
  }

  /** Says why a move is not among those that are offered; `letter`: the piece, where a place holds several kinds. */
  async explain(origin: string, target: string, letter: string | null = null): Promise<void> {
    if (this.done) return
    this.remark = null
    const refused = this.view?.steps.refused.find(
      (step) => step.origin === origin && step.target === target && (letter === null || step.token.startsWith(letter)),
    )
    this.fault = refused
      ? { message: inWords(refused.message), clause: refused.clause }
      : await this.#reasonAgainst(`${letter ?? ''}${origin}${this.#book.composed ? '/' : ''}${target}`)
  }

  async #reasonAgainst(token: string): Promise<{ message: string; clause: string | null }> {
    const [moves, prefix] = this.#book.composed
      ? [this.#moves, [...this.taken.map((step) => step.token), token]]
      : [[...this.#moves, token], []]
    try {
      await api.playFrom(this.#book.id, this.#position, moves, prefix, this.#book.chosen)
      return { message: t('ui.try.no_such'), clause: null }
    } catch (error) {
      return { message: errorMessage(error), clause: error instanceof ApiError ? error.body.clause : null }
    }
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
    if (arrows.some(([from, to]) => from === origin && to === target)) return [nameOf([origin, target])]
    const between = arrows.find(([from, to]) => from === origin && arrows.some(([next, end]) => next === to && end === target))
    return between ? [nameOf(between), nameOf([between[1], target])] : []
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
    this.asking = true
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
    } finally {
      if (question === this.#question) this.asking = false
    }
  }
}

const nameOf = ([from, to]: [string, string] | Arrow): string => `${from} ${to}`
