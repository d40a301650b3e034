/** How far into a game one looks: at its present, or at an earlier move. */

import type { GameView, PlayedMove } from '../api/types/game'

export class Replay {
  /** The number of moves that is asked for; null asks for the present, whatever comes. */
  #ply: number | null

  /** `ply` is what an address has asked for: it stays that, even if it is the last move now and more follow. */
  constructor(
    protected readonly game: { readonly view: GameView<unknown> | null },
    ply: number | null = null,
  ) {
    this.#ply = $state(ply)
  }

  get #moves(): PlayedMove[] {
    return this.game.view?.moves ?? []
  }

  /** How many moves are shown. */
  get shown(): number {
    return Math.min(this.#ply ?? this.#moves.length, this.#moves.length)
  }

  get present(): boolean {
    return this.shown === this.#moves.length
  }

  /** The last move shown. */
  get move(): PlayedMove | undefined {
    return this.#moves[this.shown - 1]
  }

  /** What an address should ask for, so that it shows the same; null: nothing. */
  get asked(): number | null {
    return this.#ply
  }

  /** Whether a move is asked for that has not been made. */
  get isBeyond(): boolean {
    return this.game.view !== null && this.#ply !== null && this.#ply > this.#moves.length
  }

  show(ply: number): void {
    const last = this.#moves.length
    const wanted = Math.min(Math.max(ply, 0), last)
    this.#ply = wanted === last ? null : wanted
  }

  toPresent(): void {
    this.#ply = null
  }
}
