/** An attempt at an exercise: the board of the present position, and what the server says of each move. */

import { announcer } from '../announcer.svelte'
import { api } from '../api/client'
import type { PointsScene, Scene, Step } from '../api/types/board'
import type { Exercise, ExerciseAnswer, Solution } from '../api/types/exercises'
import type { Rulebook } from '../api/types/rulebooks'
import type { Words } from '../api/types/words'
import { inWords, t } from '../i18n.svelte'
import { Trial, type Shown } from '../manual/trial.svelte'
import { Task } from '../task.svelte'
import { calls } from './calls'

type AnyScene = Scene | PointsScene

/** A board on which a move, once it is made, is told to the attempt. */
class Board extends Trial<AnyScene> {
  made: (() => void) | null = null

  override async take(step: Step): Promise<void> {
    await super.take(step)
    if (this.fault === null) this.made?.()
  }
}

export class Attempt {
  readonly task = new Task()
  state = $state<'asked' | 'wrong' | 'more' | 'right' | 'told'>('asked')
  /** Null where there is nothing to be moved: about the cube, and at the end. */
  board = $state.raw<Board | null>(null)
  figure = $state.raw<Shown>({ position: '', marks: [], arrows: [], caption: '' })
  /** The last reply of the other side. */
  reply = $state.raw<Words | null>(null)
  /** How many moves were found. */
  found = $state(0)
  solution = $state.raw<Solution | null>(null)
  rating = $state.raw<ExerciseAnswer['rating']>(null)
  /** When it returns; null: it does not. */
  due = $state<number | null>(null)
  /** The hint, in words. */
  hinted = $state('')
  /** What was chosen about the cube, or wrongly moved. */
  tried = $state<string[]>([])
  #moves: string[] = []

  constructor(
    readonly book: Rulebook,
    readonly asked: Exercise,
  ) {
    this.#show(asked.position)
  }

  get isOver(): boolean {
    return this.state === 'right' || this.state === 'told'
  }

  /** A turn of dice is told when it is complete and confirmed. */
  get confirmable(): boolean {
    return this.book.composed && !this.isOver && (this.board?.view?.steps.confirmable ?? false) && !this.task.busy
  }

  /** Whether steps of a turn can be taken back. */
  get begun(): boolean {
    return this.book.composed && !this.isOver && (this.board?.taken.length ?? 0) > 0
  }

  confirm(): Promise<void> {
    return this.answer(this.board?.taken.map(({ token }) => token).join(' ') || 'pass')
  }

  /** Puts the position up again. */
  reset(): void {
    this.#show(this.figure.position)
  }

  /** A move, or an answer about the cube. */
  answer(move: string): Promise<void> {
    if (this.isOver) return Promise.resolve()
    return this.task.run(async () => {
      const said = await this.#ask({ act: 'move', move })
      this.reply = null
      this.hinted = ''
      if (said.done) this.#end('right', said)
      else if (said.right) await this.#goOn(said)
      else {
        this.state = 'wrong'
        this.tried = [...this.tried, move]
        this.#show(this.figure.position)
      }
      announcer.say(this.said)
    })
  }

  hint(): Promise<void> {
    return this.task.run(async () => {
      const { hint } = await this.#ask({ act: 'hint' })
      const isOnBoard = hint !== null && hint !== '' && !hint.endsWith('@')
      if (hint && isOnBoard) {
        if (this.begun) this.reset()
        this.board?.mark([hint])
      }
      this.hinted = hint === 'bar' || hint?.endsWith('@') ? t(`ui.exercises.hinted.${hint === 'bar' ? 'bar' : 'hand'}`) : t(hint ? 'ui.exercises.hinted' : 'ui.exercises.no_hint', { place: hint ?? '' })
      announcer.say(this.hinted)
    })
  }

  reveal(): Promise<void> {
    return this.task.run(async () => {
      this.#end('told', await this.#ask({ act: 'solution' }))
      announcer.say(this.said)
    })
  }

  /** What has come of it, in words. */
  get said(): string {
    if (this.state === 'asked') return ''
    const reply = this.reply ? inWords(this.reply) : ''
    return t(`ui.exercises.${this.state === 'more' && !reply ? 'go_on' : this.state}`, { reply })
  }

  async #ask(given: { act: 'move' | 'hint' | 'solution'; move?: string }): Promise<ExerciseAnswer> {
    const { id, rulebook } = this.asked
    const said = await calls.answer({ rulebook, exercise: id, moves: this.#moves, ...given })
    // Later attempts at the same exercise change no rating.
    this.rating = said.rating ?? this.rating
    this.due = said.due_at
    return said
  }

  async #goOn(said: ExerciseAnswer): Promise<void> {
    const moves = [...this.#moves, said.move ?? '', ...said.replies]
    const here = await api.playFrom<AnyScene>(this.asked.rulebook, this.asked.position, moves, [])
    this.#moves = moves
    this.found += 1
    this.state = 'more'
    this.reply = said.replies.length > 0 ? (here.played.at(-1)?.san ?? null) : null
    const last = said.replies.length > 0 ? here.played.at(-1) : undefined
    this.#show(here.position, last ? [last.target] : [])
  }

  #end(state: 'right' | 'told', said: ExerciseAnswer): void {
    this.state = state
    this.solution = said.solution
    if (this.board) this.board.done = true
  }

  #show(position: string, marks: string[] = []): void {
    this.figure = { position, marks, arrows: [], caption: inWords(this.asked.question) }
    if (this.asked.task === 'cube') return
    const board = new Board(this.book, this.figure, position, null)
    board.made = () => {
      const move = board.view?.played.at(-1)?.move
      if (!this.book.composed && move !== undefined) void this.answer(move)
    }
    this.board = board
  }
}
