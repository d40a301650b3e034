/** What the user chose about looks and sounds; kept by the browser. */

import { isBoolean, oneOf, recall, remember } from './storage'

export type Theme = 'light' | 'dark'

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

class Settings {
  #theme = $state<Theme>(recall('theme', systemTheme(), oneOf<Theme>('light', 'dark')))
  #sound = $state(recall('sound', true, isBoolean))
  #autoFlip = $state(recall('autoFlip', false, isBoolean))
  #throwDice = $state(recall('throwDice', true, isBoolean))

  constructor() {
    document.documentElement.dataset.theme = this.#theme
  }

  get theme(): Theme {
    return this.#theme
  }

  set theme(theme: Theme) {
    this.#theme = theme
    document.documentElement.dataset.theme = theme
    remember('theme', theme)
  }

  get sound(): boolean {
    return this.#sound
  }

  set sound(on: boolean) {
    this.#sound = on
    remember('sound', on)
  }

  /** Whether the board turns to the player to move when two people share the screen. */
  get autoFlip(): boolean {
    return this.#autoFlip
  }

  set autoFlip(on: boolean) {
    this.#autoFlip = on
    remember('autoFlip', on)
  }

  /** Whether dice are seen rolling. */
  get throwDice(): boolean {
    return this.#throwDice
  }

  set throwDice(on: boolean) {
    this.#throwDice = on
    remember('throwDice', on)
  }
}

export const settings = new Settings()
