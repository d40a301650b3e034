/** The ply of a game that is shown: the present, or an earlier one. */

import type { GameView, PlayedMove } from '../api/types/game'

export class Replay {
  /** The requested ply; null follows the present. */
  #ply: number | null

  /** `ply` comes from the address: it stays, even if it is the last ply now and more follow. */
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

  /** The ply for an address that shows the same; null for the present. */
  get asked(): number | null {
    return this.#ply
  }

  /** Whether the requested ply has not been played. */
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
