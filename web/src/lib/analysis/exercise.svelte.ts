/** A puzzle out of a game: the position before a move, whose best move is to be found. */

import { announcer } from '../announcer.svelte'
import { api } from '../api/client'
import type { AnalysisReport } from '../api/types/analysis'
import type { Steps } from '../api/types/board'
import type { GameView } from '../api/types/game'
import { Doing } from '../doing.svelte'
import { positionAfter } from '../game/shown'
import { t } from '../i18n.svelte'

export class Exercise {
  readonly doing = new Doing()
  /** The move that is to be found; null: there is no exercise. */
  ply = $state<number | null>(null)
  steps = $state.raw<Steps | null>(null)
  state = $state<'asked' | 'wrong' | 'right'>('asked')

  /** Asks for the best move at `ply`. */
  async begin(view: GameView, ply: number): Promise<void> {
    await this.doing.run(async () => {
      const { steps } = await api.checkPosition(view.rulebook.id, positionAfter(view, ply - 1), view.options ?? {})
      this.steps = steps
      this.state = 'asked'
      this.ply = ply
    })
  }

  /** A move that was tried, by its token. */
  answer(token: string, told: AnalysisReport): void {
    if (this.ply === null || this.state === 'right') return
    this.state = token === told.moves[this.ply - 1]?.best.move ? 'right' : 'wrong'
    announcer.say(t(`ui.exercise.${this.state}`))
  }

  /** Shows what it was. */
  reveal(): void {
    this.state = 'right'
  }

  close(): void {
    this.ply = null
  }
}

/** The puzzle after the one of `ply`, the first one after the last. */
export const nextPuzzle = (told: AnalysisReport, ply: number): number | undefined =>
  told.puzzles.find((other) => other > ply) ?? told.puzzles[0]
