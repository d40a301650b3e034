/**
 * What a first game needs to know: the goal and the direction until they are dismissed, and the rules of the piece that
 * is picked or asked about.
 */

import { api } from '../api/client'
import type { GameView } from '../api/types/game'
import type { Brief, RuleItem } from '../api/types/manual'
import type { Side } from '../api/types/words'
import { recall, remember } from '../storage'

const KEY = 'primed'
/** How many rulebooks are remembered as known. */
const MAX_KNOWN = 50

const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

/** The kinds of pieces of some letters, each once. */
const kindsOf = (letters: string[]): string[] =>
  letters.map((letter) => letter.toUpperCase()).filter((letter, place, all) => all.indexOf(letter) === place)

export class Primer {
  brief = $state.raw<Brief | null>(null)
  /** Whether goal, direction and the rules of what is picked are shown. */
  open = $state(false)
  /** The letters of the pieces that were asked about. */
  asked = $state.raw<string[]>([])
  /** Whether the game was over when they were: a card that was open when it ended does not lie over what follows. */
  #askedAtEnd = false
  #picked = $state.raw<string[]>([])

  readonly #view: () => GameView<unknown>
  /** Whether there is nothing to be shown: the server has not answered, or cannot put the rules into words. */
  failed = $state(false)
  #loading = false

  /** `plays`: whether somebody at this screen plays; who only watches is not told the goal unasked. */
  constructor(view: () => GameView<unknown>, plays: boolean) {
    this.#view = view
    this.open = plays && !recall(KEY, [], areNames).includes(view().rulebook.id)
    if (this.open) void this.#load()
  }

  /** Shows goal, direction and cards in games of this rulebook, or no longer. */
  set(open: boolean): void {
    const { id } = this.#view().rulebook
    const others = recall(KEY, [], areNames).filter((name) => name !== id)
    remember(KEY, open ? others : [...others, id].slice(-MAX_KNOWN))
    this.open = open
    this.asked = []
    if (open) void this.#load()
  }

  /** Takes the pieces that are picked now; what was asked about is over. */
  pick(letters: string[]): void {
    const kinds = kindsOf(letters)
    if (kinds.join('') === this.#picked.join('')) return
    this.#picked = kinds
    if (kinds.length > 0) this.ask([])
  }

  /** Asks about the pieces of a place; about none, it closes the card. */
  ask(letters: string[]): void {
    this.#askedAtEnd = Boolean(this.#view().outcome)
    this.asked = kindsOf(letters)
    if (this.asked.length > 0) void this.#load()
  }

  /** The pieces whose rules are shown, with these. */
  get cards(): { letter: string; items: RuleItem[] }[] {
    const { brief } = this
    const asked = this.asked.length > 0 && this.#askedAtEnd === Boolean(this.#view().outcome)
    const letters = asked ? this.asked : this.leads ? this.#picked : []
    if (!brief) return []
    return letters.map((letter) => ({ letter, items: brief.pieces[letter] ?? [] })).filter(({ items }) => items.length > 0)
  }

  /** What is said of the directions of these sides. */
  courses(sides: Side[]): string[] {
    return sides.flatMap((side) => this.brief?.courses[side === 'white' ? 0 : 1]?.text ?? [])
  }

  /** Whether goal and direction are shown: once the game is over, its result has their place. */
  get leads(): boolean {
    return this.open && !this.#view().outcome
  }

  /** The arrows of a side's direction. */
  arrows(side: Side | null): [string, string][] {
    if (!this.leads || side === null) return []
    return this.brief?.courses[side === 'white' ? 0 : 1]?.arrows ?? []
  }

  async #load(): Promise<void> {
    if (this.brief || this.#loading) return
    this.#loading = true
    try {
      this.brief = await api.briefOfGame(this.#view().id)
      this.failed = false
    } catch {
      // It helps, and nothing hangs on it: who asks about a piece asks again.
      this.failed = true
    } finally {
      this.#loading = false
    }
  }
}
