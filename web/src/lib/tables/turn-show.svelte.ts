/**
 * Shows a turn as it was played: the roll first, then step after step. What is shown is only a look back: the game is
 * where the server says, and as soon as another move is the one to be seen, nothing is shown any more.
 */

import type { PlayedMove, PlayedStep } from '../api/types/game'

export interface ShownTurn {
  move: PlayedMove
  /** How many steps have been shown; 0 while only the roll is. */
  stage: number
  /** Whether it is shown again, because somebody asked for it. */
  asked: boolean
}

interface Running extends ShownTurn {
  pace: number
  /** It has been told already. */
  silent: boolean
}

export interface ShowOptions {
  /** The move whose position is on the board. */
  current: () => PlayedMove | undefined
  /** How long each stage lasts in ms; 0: turns are not shown. */
  pace: () => number
  /** Whether nobody can see the page. */
  hidden: () => boolean
  /** For how long the roll of a turn has been seen already, in ms. */
  seen: (move: PlayedMove) => number
  /** Called when a stage begins; `rest`: the show has ended early, and the stage is not seen by itself. */
  tell: (shown: ShownTurn, rest: boolean) => void
}

/** The pace of a turn that is shown again where turns are not shown by themselves. */
export const PACE_MS = 1000

/** The steps of a turn; a server of before does not send them. */
export const stepsOf = ({ steps }: PlayedMove): PlayedStep[] => (steps as PlayedStep[] | undefined) ?? []

/** How many stages follow the roll: a lost turn has one, in which that is said. */
export const stagesOf = (move: PlayedMove): number => Math.max(1, stepsOf(move).length)

export class TurnShow {
  #running = $state.raw<Running | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  /** A turn that came while nobody could see the page. */
  #missed: PlayedMove | null = null

  constructor(private readonly options: ShowOptions) {}

  /** What is being shown; null as soon as the game has gone on, or back. */
  get now(): ShownTurn | null {
    const running = this.#running
    return running && this.#isCurrent(running.move) ? running : null
  }

  /**
   * A turn has been played elsewhere. Answers whether it is shown: not while another one still is, so that what is seen
   * never falls behind.
   */
  arrive(move: PlayedMove): boolean {
    this.#missed = null
    const busy = this.#running !== null && !this.#running.asked
    this.#end(true)
    const pace = this.options.pace()
    if (busy || pace === 0) return false
    if (this.options.hidden()) {
      this.#missed = move
      return false
    }
    this.#begin({ move, stage: 0, asked: false, pace, silent: false })
    return true
  }

  /** Shows the turn on the board again. */
  again(): void {
    const move = this.options.current()
    this.#end(false)
    if (move) this.#begin({ move, stage: 0, asked: true, pace: this.options.pace() || PACE_MS, silent: false })
  }

  /** The page can be seen again: a turn that came meanwhile is shown now. */
  comeBack(): void {
    const move = this.#missed
    this.#missed = null
    const pace = this.options.pace()
    if (move && pace > 0 && this.#isCurrent(move)) this.#begin({ move, stage: 0, asked: false, pace, silent: true })
  }

  /** Ends the show at once; what has not been told yet is told. Answers whether there was one. */
  skip(): boolean {
    const shown = this.now !== null
    this.#end(true)
    return shown
  }

  close(): void {
    this.#missed = null
    this.#end(false)
  }

  #isCurrent({ ply, move, position }: PlayedMove): boolean {
    const current = this.options.current()
    return current?.ply === ply && current.move === move && current.position === position
  }

  #begin(running: Running): void {
    this.#running = running
    this.#tell(running, false)
    this.#wait(running.asked ? running.pace : Math.max(0, running.pace - this.options.seen(running.move)))
  }

  #wait(time: number): void {
    this.#timer = setTimeout(() => {
      this.#goOn()
    }, time)
  }

  #goOn(): void {
    const running = this.#running
    if (!running) return
    if (!this.#isCurrent(running.move) || running.stage === stagesOf(running.move)) {
      this.#end(false)
      return
    }
    const next = { ...running, stage: running.stage + 1 }
    this.#running = next
    this.#tell(next, false)
    this.#wait(next.pace)
  }

  #end(tells: boolean): void {
    clearTimeout(this.#timer)
    const running = this.#running
    this.#running = null
    if (!running || !tells) return
    for (let stage = running.stage + 1; stage <= stagesOf(running.move); stage++) this.#tell({ ...running, stage }, true)
  }

  #tell(running: Running, rest: boolean): void {
    if (!running.silent) this.options.tell(running, rest)
  }
}
