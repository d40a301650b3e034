/** What the user chose about looks and sounds; kept by the browser, and by the account. */

import { Preference } from './preference.svelte'
import { isBoolean, isWholeWithin, oneOf } from './storage'
import type { HomeHand } from './tables/cells'
import { BOARD_THEMES, PIECE_THEMES, type BoardTheme, type PieceTheme } from './theme-names'

export type Theme = 'light' | 'dark'

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** From which mark on the tutor warns before a turn. */
export type Warned = 'doubtful' | 'bad' | 'very_bad'
export const WARNED: Warned[] = ['doubtful', 'bad', 'very_bad']

/** How fast the turns of others are shown. */
export type Pace = 'slow' | 'normal' | 'fast' | 'none'
export const PACES: Pace[] = ['slow', 'normal', 'fast', 'none']

/** Where the names of files and ranks are. */
export type CoordinatePlace = 'inside' | 'outside' | 'none'
export const COORDINATE_PLACES: CoordinatePlace[] = ['inside', 'outside', 'none']

/** How fast pieces glide. */
export type Motion = 'slow' | 'normal' | 'fast' | 'none'
export const MOTIONS: Motion[] = ['slow', 'normal', 'fast', 'none']

export const HOME_HANDS: HomeHand[] = ['rules', 'right', 'left']

const LOUDEST = 100

/** What is chosen by a name is told to the style sheets. */
const shown =
  (name: 'board' | 'pieces' | 'motion') =>
  (value: string): void => {
    document.documentElement.dataset[name] = value
  }

export const settings = {
  theme: new Preference<Theme>('theme', systemTheme(), oneOf<Theme>('light', 'dark'), (theme) => {
    document.documentElement.dataset.theme = theme
  }),
  board: new Preference<BoardTheme>('board', 'lapis', oneOf(...BOARD_THEMES), shown('board')),
  pieces: new Preference<PieceTheme>('pieces', 'classic', oneOf(...PIECE_THEMES), shown('pieces')),
  coordinates: new Preference<CoordinatePlace>('coordinates', 'inside', oneOf(...COORDINATE_PLACES)),
  /** Whether the points of tables boards are numbered. */
  numbers: new Preference('numbers', true, isBoolean),
  home: new Preference<HomeHand>('home', 'rules', oneOf(...HOME_HANDS)),
  motion: new Preference<Motion>('motion', 'normal', oneOf(...MOTIONS), shown('motion')),
  sound: new Preference('sound', true, isBoolean),
  /** How loud, where there is sound at all; percent. */
  volume: new Preference('volume', 70, isWholeWithin(1, LOUDEST)),
  /** Whether the board turns to the player to move when two people share the screen. */
  autoFlip: new Preference('autoFlip', false, isBoolean),
  /** Whether dice are seen rolling. */
  rollDice: new Preference('throwDice', true, isBoolean),
  pace: new Preference<Pace>('pace', 'normal', oneOf<Pace>(...PACES)),
  /** Whether pieces carry marks that explain the rules: protected, waiting, free to depart. */
  marks: new Preference('marks', true, isBoolean),
  /** Whether a tutor looks at turns before they are sent, where there may be one. */
  tutor: new Preference('tutor', false, isBoolean),
  warned: new Preference<Warned>('warned', 'bad', oneOf<Warned>(...WARNED)),
  /** Whether premoves may be made; accounts store it as `plan`. */
  premoves: new Preference('plan', true, isBoolean),
  /** Whether the server may count one's games in its explorer: the server reads it, too. */
  counted: new Preference('explorer', true, isBoolean),
}

/** How loud sounds are, from 0 to 1. */
export const loudness = (): number => (settings.sound.value ? settings.volume.value / LOUDEST : 0)

/** Silence is kept apart from the volume, so that the sound comes back as loud as it was. */
export function setVolume(volume: number): void {
  if (settings.sound.value !== volume > 0) settings.sound.value = volume > 0
  if (volume > 0) settings.volume.value = volume
}
