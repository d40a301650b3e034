/** What the user chose about looks and sounds; kept by the browser, and by the account. */

import { Kept } from './kept.svelte'
import { isBoolean, oneOf } from './storage'

export type Theme = 'light' | 'dark'

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

class Settings {
  readonly #theme = new Kept<Theme>('theme', systemTheme(), oneOf<Theme>('light', 'dark'), (theme) => {
    document.documentElement.dataset.theme = theme
  })
  readonly #sound = new Kept('sound', true, isBoolean)
  readonly #autoFlip = new Kept('autoFlip', false, isBoolean)
  readonly #throwDice = new Kept('throwDice', true, isBoolean)
  readonly #marks = new Kept('marks', true, isBoolean)
  readonly #plan = new Kept('plan', true, isBoolean)

  get theme(): Theme {
    return this.#theme.value
  }

  set theme(theme: Theme) {
    this.#theme.value = theme
  }

  get sound(): boolean {
    return this.#sound.value
  }

  set sound(on: boolean) {
    this.#sound.value = on
  }

  /** Whether the board turns to the player to move when two people share the screen. */
  get autoFlip(): boolean {
    return this.#autoFlip.value
  }

  set autoFlip(on: boolean) {
    this.#autoFlip.value = on
  }

  /** Whether dice are seen rolling. */
  get throwDice(): boolean {
    return this.#throwDice.value
  }

  set throwDice(on: boolean) {
    this.#throwDice.value = on
  }

  /** Whether pieces carry marks that explain the rules: protected, waiting, free to depart. */
  get marks(): boolean {
    return this.#marks.value
  }

  set marks(on: boolean) {
    this.#marks.value = on
  }

  /** Whether a move may be made while it is the opponent's turn. */
  get plan(): boolean {
    return this.#plan.value
  }

  set plan(on: boolean) {
    this.#plan.value = on
  }
}

export const settings = new Settings()
