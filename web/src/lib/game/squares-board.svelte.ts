/** What the board of a game of squares shows: the present with the move on its way, an earlier move, or a puzzle. */

import type { AnalysisOverlay } from '../analysis/overlay.svelte'
import type { GameView } from '../api/types/game'
import type { Side, Square } from '../api/types/words'
import { readHands, readPieces } from '../board/position-text'
import { moved } from '../board/targets'
import type { Premoves } from './premoves.svelte'
import type { GameStore } from './store.svelte'
import type { Viewpoint } from './viewpoint.svelte'

/** A game of squares on its screen. */
export interface SquaresContext {
  readonly view: GameView
  readonly store: GameStore
  readonly viewpoint: Viewpoint
  readonly premoves: Premoves
  readonly overlay: AnalysisOverlay
}

export class SquaresBoard {
  readonly pieces = $derived.by((): Record<Square, string> => {
    const { view, store, viewpoint, premoves, overlay } = this.game
    if (overlay.position) return overlay.position.scene.pieces
    if (!viewpoint.present) return readPieces(this.#text)
    const pieces = store.draft?.pieces ?? view.scene.pieces
    return premoves.made && !premoves.marked ? moved(pieces, premoves.made.origin, premoves.made.target) : pieces
  })

  /** Squares that a move has cleared or reached, where it took more than one piece off the board. */
  readonly blasted = $derived.by((): Square[] => {
    const { view, store, viewpoint } = this.game
    if (!viewpoint.move || (viewpoint.present && store.draft)) return []
    const { origin, target } = viewpoint.move
    const before = Object.keys(readPieces(view.moves[viewpoint.shown - 2]?.position ?? view.start))
    const gone = before.filter((square) => this.pieces[square] === undefined && square !== origin)
    return before.length - Object.keys(this.pieces).length > 1 ? [...gone, target] : []
  })

  constructor(private readonly game: SquaresContext) {}

  /** The pieces in hand; null in a game without hands. */
  get hands(): Record<Side, Record<string, number>> | null {
    const { view, viewpoint, overlay } = this.game
    if (overlay.position) return overlay.position.scene.hands
    return viewpoint.present ? view.scene.hands : readHands(this.#text)
  }

  /** Captured pieces and checks left at the move that is shown. */
  get facts() {
    const { view, viewpoint, overlay } = this.game
    return overlay.position ? overlay.position.scene : view.facts[viewpoint.shown]
  }

  get lastMove(): Square[] {
    const { store, viewpoint, overlay } = this.game
    if (!overlay.lastMove && viewpoint.present && store.draft) return store.draft.move
    const move = overlay.lastMove ?? viewpoint.move
    return move ? [move.origin, move.target] : []
  }

  /** The square of a king in check. */
  get check(): Square | null {
    const { view, store, viewpoint, overlay } = this.game
    if (overlay.lastMove) return overlay.position?.scene.check?.place ?? null
    if (!viewpoint.present) return viewpoint.move?.check ?? null
    return store.draft ? null : (view.scene.check?.place ?? null)
  }

  /** Squares that explain a refusal, and the hinted one. */
  get marks(): Square[] {
    const { store, viewpoint, overlay } = this.game
    if (!viewpoint.present) return []
    return [...(store.problem?.places ?? []), ...(overlay.hinted ? [overlay.hinted] : [])]
  }

  /** The refused move, or what is threatened. */
  get arrows(): [Square, Square][] {
    const { store, viewpoint, overlay } = this.game
    const refused = viewpoint.present && !store.draft ? store.problem?.move : null
    return refused && !refused[0].endsWith('@') ? [refused] : overlay.threats
  }

  /** The squares of a premove that waits for its turn. */
  get premoved(): Square[] {
    const { viewpoint, premoves } = this.game
    return viewpoint.present && premoves.marked ? [premoves.marked.origin, premoves.marked.target] : []
  }

  get #text(): string {
    const { view, viewpoint } = this.game
    return viewpoint.move?.position ?? view.start
  }
}
