/** A puzzle from a game: find the best move; it continues while the next one is an only move. */

import { announcer } from '../announcer.svelte'
import { api } from '../api/client'
import type { AnalysisReport } from '../api/types/analysis'
import type { CheckedPosition, GameView } from '../api/types/game'
import type { Words } from '../api/types/words'
import { Task } from '../task.svelte'
import { positionAfter } from '../game/shown'
import { inWords, t } from '../i18n.svelte'
import { calls } from './calls'
import { onlyMove } from './only-move'

const MAX_REPLIES = 6

export class Puzzle {
  readonly task = new Task()
  /** The move of the game in whose place the puzzle begins; null: there is no puzzle. */
  ply = $state<number | null>(null)
  /** The position to solve. */
  here = $state.raw<CheckedPosition | null>(null)
  /** The reply to the previous move, if the puzzle continues. */
  reply = $state.raw<Words | null>(null)
  state = $state<'asked' | 'wrong' | 'more' | 'right'>('asked')
  /** Whether the server is checking if the puzzle continues. */
  waits = $state(false)
  #begun: CheckedPosition | null = null
  #moves: string[] = []
  #wanted = ''

  /** What has led from the beginning of the puzzle to where it is now. */
  get last() {
    return this.here?.played.at(-1)
  }

  /** Starts the puzzle at `ply`. */
  async begin(view: GameView, report: AnalysisReport, ply: number): Promise<void> {
    await this.task.run(async () => {
      this.#begun = await api.checkPosition(view.rulebook.id, positionAfter(view, ply - 1), view.options ?? {})
      this.#moves = []
      this.#wanted = report.moves[ply - 1]?.best.move ?? ''
      this.here = this.#begun
      this.reply = null
      this.state = 'asked'
      this.ply = ply
    })
  }

  /** A move that was tried, by its token. */
  async answer(token: string, view: GameView): Promise<void> {
    if (this.ply === null || this.state === 'right' || this.waits) return
    if (token !== this.#wanted) this.state = 'wrong'
    else {
      const { ply } = this
      this.waits = true
      const more = await this.#goesOn(token, view).catch(() => false) // then it was solved
      this.waits = false
      if (this.ply !== ply) return
      this.state = more ? 'more' : 'right'
    }
    announcer.say(t(`ui.puzzle.${this.state}`, { reply: this.reply ? inWords(this.reply) : '' }))
  }

  /** Shows what it was. */
  reveal(): void {
    this.here = this.#begun
    this.state = 'right'
  }

  close(): void {
    this.ply = null
  }

  /** Plays the right move and its best answer, if there is again one good move only after them. */
  async #goesOn(token: string, view: GameView): Promise<boolean> {
    const { ply } = this
    const begun = this.#begun
    const side = begun?.turn
    const isOwn = view.options !== null && Object.keys(view.options).length === 0
    if (!begun || !side || !isOwn || view.scene.moves_left !== null || this.#moves.length >= 2 * MAX_REPLIES) return false
    const line = { rulebook: view.rulebook.id, position: begun.position }
    const moves = [...this.#moves, token]
    const reply = (await calls.look({ ...line, moves })).lines[0]?.line.move
    if (reply === undefined) return false
    moves.push(reply)
    const wanted = onlyMove(await calls.look({ ...line, moves }), side)
    if (wanted === null) return false
    const here = await api.playFrom<CheckedPosition['scene']>(line.rulebook, line.position, moves, [])
    if (this.ply !== ply || here.turn !== side) return false
    this.#moves = moves
    this.#wanted = wanted
    this.here = here
    this.reply = here.played.at(-1)?.san ?? null
    return true
  }
}

/** The puzzle after the one of `ply`, the first one after the last. */
export const nextPuzzle = (report: AnalysisReport, ply: number): number | undefined =>
  report.puzzles.find((other) => other > ply) ?? report.puzzles[0]
