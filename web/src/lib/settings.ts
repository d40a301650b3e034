/** What the user chose about looks and sounds; kept by the browser, and by the account. */

import { Preference } from './preference.svelte'
import { isBoolean, oneOf } from './storage'

export type Theme = 'light' | 'dark'

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** From which mark on the tutor warns before a turn. */
export type Warned = 'doubtful' | 'bad' | 'very_bad'
export const WARNED: Warned[] = ['doubtful', 'bad', 'very_bad']

export const settings = {
  theme: new Preference<Theme>('theme', systemTheme(), oneOf<Theme>('light', 'dark'), (theme) => {
    document.documentElement.dataset.theme = theme
  }),
  sound: new Preference('sound', true, isBoolean),
  /** Whether the board turns to the player to move when two people share the screen. */
  autoFlip: new Preference('autoFlip', false, isBoolean),
  /** Whether dice are seen rolling. */
  throwDice: new Preference('throwDice', true, isBoolean),
  /** Whether pieces carry marks that explain the rules: protected, waiting, free to depart. */
  marks: new Preference('marks', true, isBoolean),
  /** Whether a tutor looks at turns before they are sent, where there may be one. */
  tutor: new Preference('tutor', false, isBoolean),
  warned: new Preference<Warned>('warned', 'bad', oneOf<Warned>(...WARNED)),
  /** Whether premoves may be made; accounts store it as `plan`. */
  premoves: new Preference('plan', true, isBoolean),
}
