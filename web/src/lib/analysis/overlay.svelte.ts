/** What the analysis, a hint and a puzzle draw on the board of a game. */

import type { AnalysedMove, AnalysisReport } from '../api/types/analysis'
import type { Steps } from '../api/types/board'
import type { CheckedPosition, GameView, WrittenMove } from '../api/types/game'
import type { Square } from '../api/types/words'
import type { MoveSigns } from '../game/move-notes'
import type { GameStore } from '../game/store.svelte'
import type { Viewpoint } from '../game/viewpoint.svelte'
import { Analysis } from './analysis.svelte'
import { arrowOf, bestAfter } from './drawing'
import { Hint } from './hint.svelte'
import { Puzzle } from './puzzle.svelte'

type Arrows = [Square, Square][]

export class AnalysisOverlay {
  readonly analysis: Analysis
  readonly hint: Hint
  readonly puzzle = new Puzzle()

  constructor(
    private readonly store: GameStore,
    private readonly viewpoint: Viewpoint,
  ) {
    this.analysis = new Analysis(store.id)
    this.hint = new Hint(store)
  }

  close(): void {
    this.analysis.close()
  }

  /** The report of a finished game; null while there is none. */
  get report(): AnalysisReport | null {
    return this.store.view?.outcome ? this.analysis.report : null
  }

  /** The move of the game for which the puzzle wants a better one, while the board shows the puzzle. */
  get puzzleMove(): AnalysedMove | undefined {
    const { puzzle, viewpoint } = this
    const isShown = puzzle.ply !== null && viewpoint.shown === puzzle.ply - 1
    return isShown ? this.report?.moves[viewpoint.shown] : undefined
  }

  /** The position of the puzzle that the board shows; null where it shows the game. */
  get position(): CheckedPosition | null {
    return this.puzzleMove ? this.puzzle.here : null
  }

  /** The last move of the puzzle, if any was played. */
  get lastMove(): WrittenMove | undefined {
    return this.position ? this.puzzle.last : undefined
  }

  /** The moves that may be tried as the answer to a puzzle; null where there is nothing to answer. */
  get answers(): Steps | null {
    const { position, puzzle } = this
    return position && puzzle.state !== 'right' && !puzzle.waits ? position.steps : null
  }

  /** The square of the piece that a hint points at. */
  get hinted(): Square | undefined {
    return this.#hint?.origin
  }

  /** The best move here, or the hinted one; nothing that would give a puzzle away. */
  get advice(): Arrows {
    const { report } = this
    if (this.answers || this.puzzle.waits || this.lastMove) return []
    return arrowOf(report ? bestAfter(report, this.viewpoint.shown) : this.#hint)
  }

  get threats(): Arrows {
    const { threat } = this.analysis
    return this.report && threat?.ply === this.viewpoint.shown ? arrowOf(threat.line) : []
  }

  /** The signs of the report, such as ?!, by ply. */
  get signs(): MoveSigns {
    const signed = (this.report?.moves ?? []).filter(({ sign }) => sign)
    return Object.fromEntries(
      signed.map(({ ply, sign, text }) => [ply, { sign, words: text.slice(0, text.indexOf('.')).toLowerCase() }]),
    )
  }

  /** Begins the puzzle of a move, and shows the position before it. */
  async practise(view: GameView, ply: number | undefined): Promise<void> {
    const { report, puzzle } = this
    if (ply === undefined || !report) return
    await puzzle.begin(view, report, ply)
    if (puzzle.ply === ply) this.viewpoint.show(ply - 1)
  }

  get #hint() {
    return this.viewpoint.present ? this.hint.shown : null
  }
}
