/**
 * Premoves: moves made while the last one is being sent, or in the opponent's turn. They exist in this tab only. On the
 * player's turn a premove is played if it is legal, else dropped.
 */

import { announcer } from '../announcer.svelte'
import { api, ApiError, NetworkError } from '../api/client'
import type { Reach, Step } from '../api/types/board'
import type { GameView } from '../api/types/game'
import type { Side, Square } from '../api/types/words'
import { anywhere, reachable, stepNamed, stepsBetween, type Targets } from '../board/targets'
import { speech, t } from '../i18n.svelte'
import { settings } from '../settings'
import { fateOf } from './premove-fate'
import type { GameStore } from './store.svelte'
import { untrack } from 'svelte'

export interface Premove {
  origin: Square
  target: Square
  /** The letter of the promotion; empty where there is none, or where it is not chosen yet. */
  choice: string
  /** The typed text, where it names no squares. */
  text: string
  /** The least number of moves before it is played. */
  ply: number
  /** It follows the move that is being sent, and is drawn as made. */
  early: boolean
}

export class Premoves {
  made = $state.raw<Premove | null>(null)
  #reach = $state.raw<Reach | null>(null)
  #asked = false

  constructor(
    private readonly store: GameStore,
    /** Plays one of the steps that are possible. */
    play: (steps: Step[]) => void,
  ) {
    $effect(() => {
      if (this.#waits && !store.view?.outcome && this.side && !this.#asked) void this.#ask(this.side)
    })
    $effect(() => {
      const { made } = this
      const { view, draft, canMove, sides } = store
      if (!made || !view) return
      const fate = fateOf(made.ply, view, sides, { drafted: draft !== null, canMove, waits: this.#waits })
      if (fate === 'wait') return
      untrack(() => {
        this.made = null
        const steps = fate === 'play' ? this.#stepsFor(made, view) : []
        if (steps.length > 0) play(steps)
        else if (fate !== 'forget' && (made.text || !made.early))
          store.explain({ message: t('ui.premove.gone'), clause: null, places: [], move: null })
      })
    })
  }

  /** The one side that this screen plays; null for both, or none. */
  get side(): Side | null {
    const { sides } = this.store
    return sides.length === 1 ? (sides[0] ?? null) : null
  }

  /** Whether a move made now is a premove. */
  get open(): boolean {
    const { view, draft } = this.store
    if (!view || view.outcome) return false
    if (draft) return this.#goesOn || this.#waits
    return this.#waits && view.turn !== null && view.turn !== this.side
  }

  /** The premove that waits for the opponent's move, and so is marked instead of drawn as made. */
  get marked(): Premove | null {
    return this.made && !(this.made.early && this.store.draft) ? this.made : null
  }

  /** The squares that premoves may reach. */
  targets(pieces: Record<Square, string>, squares: Square[]): Targets {
    const { side } = this
    if (side === null || (this.store.draft && this.#goesOn)) return anywhere(pieces, squares)
    if (this.#reach) return reachable(this.#reach, pieces, this.store.view?.scene.hands?.[side] ?? {}, side)
    return anywhere(pieces, squares, side)
  }

  /** The letters that a piece may promote to by a move. */
  choices(letter: string, origin: Square, target: Square): string[] {
    return [...(this.#reach?.moves[letter.toUpperCase()]?.[origin]?.[target] ?? '')]
  }

  keep(origin: Square, target: Square, choice = ''): void {
    this.#keep({ origin, target, choice, text: '' })
  }

  /** Keeps a typed premove. */
  keepTyped(text: string): void {
    const [, origin, target, choice = ''] = /^([a-z]\d+)([a-z]\d+)([a-z])?$/.exec(text) ?? []
    if (origin && target) this.keep(origin, target, choice.toUpperCase())
    else this.#keep({ origin: '', target: '', choice: '', text })
  }

  /** Drops the premove; returns whether there was one. */
  cancel(): boolean {
    if (!this.marked) return false
    this.made = null
    announcer.say(t('ui.premove.cancelled'))
    return true
  }

  /** Whether premoves are on in the opponent's turn. */
  get #waits(): boolean {
    return settings.premoves.value && this.side !== null
  }

  /** Whether this screen moves again after the move that is being sent. */
  get #goesOn(): boolean {
    return this.side === null || (this.store.view?.scene.moves_left ?? 1) > 1
  }

  #keep(move: Pick<Premove, 'origin' | 'target' | 'choice' | 'text'>): void {
    const { view, draft } = this.store
    if (!view) return
    this.store.clearProblem()
    this.made = { ...move, ply: view.moves.length + 1, early: draft !== null && this.#goesOn }
  }

  #stepsFor({ origin, target, choice, text }: Premove, { steps }: GameView): Step[] {
    if (!text) return stepsBetween(steps, origin, target).filter((step) => !choice || step.choice === choice)
    const step = stepNamed(steps, text, speech.lang)
    return step ? [step] : []
  }

  async #ask(side: Side): Promise<void> {
    this.#asked = true
    try {
      this.#reach = await api.reach(this.store.id, side)
    } catch (error) {
      // Without it a piece may be premoved anywhere. It is loaded again when the game has changed.
      if (error instanceof NetworkError) this.#asked = false
      else if (!(error instanceof ApiError)) throw error
    }
  }
}
