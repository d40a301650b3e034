/** What the user chose about looks and sounds; kept by the browser, and by the account. */

import { Kept } from './kept.svelte'
import { isBoolean, oneOf } from './storage'

export type Theme = 'light' | 'dark'

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

export const settings = {
  theme: new Kept<Theme>('theme', systemTheme(), oneOf<Theme>('light', 'dark'), (theme) => {
    document.documentElement.dataset.theme = theme
  }),
  sound: new Kept('sound', true, isBoolean),
  /** Whether the board turns to the player to move when two people share the screen. */
  autoFlip: new Kept('autoFlip', false, isBoolean),
  /** Whether dice are seen rolling. */
  throwDice: new Kept('throwDice', true, isBoolean),
  /** Whether pieces carry marks that explain the rules: protected, waiting, free to depart. */
  marks: new Kept('marks', true, isBoolean),
  /** Whether a move may be made while it is the opponent's turn. */
  plan: new Kept('plan', true, isBoolean),
}
