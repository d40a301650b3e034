/**
 * A turn being put together, step by step. It lives on this page only: the log knows nothing of it until it is sent. It is
 * kept by the browser, so that a reload in the middle of a turn loses nothing.
 */

import { api, ApiError, NetworkError } from '../api/client'
import type { PointsScene, Protection, Step, Steps } from '../api/types/board'
import type { GameView } from '../api/types/game'
import type { Side } from '../api/types/words'
import { NO_STEPS } from '../board/targets'
import { recall, remember } from '../storage'
import { cellOf, placementOf, type Placement } from './cells'
import { faceOf } from './submove'

interface Kept {
  game: string
  position: string
  tokens: string[]
}

const isKept = (value: unknown): value is Kept => {
  const kept = value as Kept | null
  return typeof kept?.game === 'string' && typeof kept.position === 'string' && Array.isArray(kept.tokens)
}

const RETRY_MS = 700

export class TurnDraft {
  /** The steps taken, in order. */
  taken = $state.raw<Step[]>([])
  /** The possible steps; null while they are loading. */
  steps = $state.raw<Steps | null>(NO_STEPS)
  /** Who is protected, as the server last said of this turn. */
  protected = $state.raw<Protection[]>([])
  /** Why the server did not go along with the last step. */
  fault = $state<{ message: string; clause: string | null } | null>(null)

  /** What could follow after each number of steps taken, as far as it is known. */
  #known: Steps[] = []
  #placements = $state.raw<Placement[]>([{}])
  #game = ''
  #position = ''

  /** The board with the steps taken. */
  get placement(): Placement {
    return this.#placements.at(-1) ?? {}
  }

  get tokens(): string[] {
    return this.taken.map(({ token }) => token)
  }

  get facesUsed(): number[] {
    return this.taken.map(({ choice }) => faceOf(choice))
  }

  /** Begins the turn of the view; restores a saved draft of it. */
  begin(view: GameView<PointsScene>): void {
    const same = view.id === this.#game && view.position === this.#position
    this.#game = view.id
    this.#position = view.position
    if (same && this.taken.length > 0) return
    this.#known = [view.steps]
    this.#placements = [placementOf(view.scene)]
    this.taken = []
    this.steps = view.steps
    this.protected = view.scene.protected
    this.fault = null
    const kept = recall<Kept | null>('turn', null, isKept)
    if (view.can.includes('move') && kept?.game === view.id && kept.position === view.position)
      void this.#takeUp(kept.tokens)
  }

  /** Takes one more step: drawn at once, then the next steps are loaded. */
  async take(step: Step): Promise<void> {
    this.#placements = [...this.#placements, withStep(this.placement, step)]
    this.taken = [...this.taken, step]
    this.#keep()
    await this.#ask()
  }

  /** Takes the last step back. */
  back(): void {
    if (this.taken.length === 0) return
    this.taken = this.taken.slice(0, -1)
    this.#placements = this.#placements.slice(0, -1)
    this.#known.length = this.taken.length + 1
    this.fault = null
    this.#keep()
    void this.#ask()
  }

  /** Takes all steps back. */
  reset(): void {
    this.taken = []
    this.#placements = this.#placements.slice(0, 1)
    this.#known.length = 1
    this.fault = null
    this.#keep()
    void this.#ask()
  }

  /** Takes these steps in place of those that were taken. */
  put(steps: Step[]): void {
    this.reset()
    for (const step of steps) this.#placements = [...this.#placements, withStep(this.placement, step)]
    this.taken = steps
    this.#keep()
    void this.#ask()
  }

  /** The board with these steps in place of those that were taken. */
  placementWith(steps: Step[]): Placement {
    return steps.reduce(withStep, this.#placements[0] ?? {})
  }

  /** Forgets what was kept: the turn has been sent. */
  forget(): void {
    remember('turn', null)
  }

  async #ask(): Promise<void> {
    const { tokens } = this
    const known = this.#known[tokens.length]
    this.#answer(known ?? null)
    if (known) return
    const stillAsked = (): boolean => tokens.join(' ') === this.tokens.join(' ')
    while (stillAsked()) {
      try {
        const { steps } = await api.steps(this.#game, tokens)
        if (!stillAsked()) return
        this.#known[tokens.length] = steps
        this.#answer(steps)
        return
      } catch (error) {
        if (error instanceof ApiError) {
          this.back()
          this.fault = error.body
          return
        }
        if (!(error instanceof NetworkError)) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  #answer(steps: Steps | null): void {
    this.steps = steps
    if (steps) this.protected = steps.protected
  }

  async #takeUp(tokens: string[]): Promise<void> {
    const game = this.#game
    for (const [index, token] of tokens.entries()) {
      const step = this.steps?.options.find((option) => option.token === token)
      // The player was faster, or the turn is another one by now.
      if (!step || this.taken.length !== index || this.#game !== game) return
      await this.take(step)
    }
  }

  #keep(): void {
    const kept: Kept = { game: this.#game, position: this.#position, tokens: this.tokens }
    remember('turn', kept)
  }
}

/** The placement after a step. */
export function withStep(placement: Placement, { effects }: Pick<Step, 'effects'>): Placement {
  const result = { ...placement }
  for (const [place, , after] of effects) {
    if (place !== 'bar' && place !== 'off') result[place] = after
    else for (const side of ['white', 'black'] as const) result[cellOf(place, side)] = ofSide(after, side)
  }
  return result
}

const ofSide = (letters: string, side: Side): string =>
  [...letters].filter((letter) => (letter === letter.toUpperCase() ? 'white' : 'black') === side).join('')
