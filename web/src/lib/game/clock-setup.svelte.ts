/** The choices about the clock of a new game; the last ones are remembered. */

import type { Budget, ClockKind, ClockSpec, Periods } from '../api/types/clocks'
import { oneOf, recall, remember } from '../storage'

export type ClockChoice = ClockKind | 'none'
export const clockChoices: ClockChoice[] = ['none', 'fischer', 'delay', 'bronstein', 'byoyomi', 'correspondence']

/** What is played most, by its name on every server: minutes + seconds for each move. */
const presets = {
  '1+0': [1, 0],
  '3+2': [3, 2],
  '5+0': [5, 0],
  '10+5': [10, 5],
  '15+10': [15, 10],
} as const
type Budgeted = keyof typeof presets
/** `day`: a day for each move; `own`: a clock of one's own. */
export type ClockPreset = 'none' | Budgeted | 'day' | 'own'
const budgeted = Object.keys(presets) as Budgeted[]
export const clockPresets: ClockPreset[] = ['none', ...budgeted, 'day', 'own']

const numbers = {
  minutes: { first: 10, least: 0, most: 600 },
  /** Granted for a turn, or the length of a period. */
  seconds: { first: 5, least: 0, most: 600 },
  periods: { first: 3, least: 1, most: 100 },
  days: { first: 3, least: 1, most: 30 },
  /** Black's own, where the sides play with unequal time. */
  blackMinutes: { first: 5, least: 0, most: 600 },
  blackSeconds: { first: 5, least: 0, most: 600 },
} as const
export type ClockNumber = keyof typeof numbers
/** What may be entered. */
export const bounds = numbers

const names = Object.keys(numbers) as ClockNumber[]

export class ClockSetup {
  kind = $state<ClockChoice>(recall('clock', 'none', oneOf(...clockChoices)))
  odds = $state(false)
  /** Whether a clock of one's own is asked for, even if it is like a preset so far. */
  #own = $state(false)
  /** Null where a field has been emptied. */
  values = $state(
    Object.fromEntries(names.map((name) => [name, recall(name, numbers[name].first, within(name))])) as Record<
      ClockNumber,
      number | null
    >,
  )

  /** The clock for the request; null for none. */
  get spec(): ClockSpec | null {
    if (this.kind === 'none') return null
    if (this.kind === 'correspondence') return { kind: this.kind, days: this.#number('days') }
    if (this.kind === 'byoyomi') {
      const black = this.odds ? { black: this.#periods('blackMinutes', 'blackSeconds') } : {}
      return { kind: this.kind, ...this.#periods('minutes', 'seconds'), ...black }
    }
    const black = this.odds ? { black: this.#budget('blackMinutes', 'blackSeconds') } : {}
    return { kind: this.kind, ...this.#budget('minutes', 'seconds'), ...black }
  }

  get preset(): ClockPreset {
    if (this.#own) return 'own'
    if (this.kind === 'none') return 'none'
    if (this.kind === 'correspondence') return this.values.days === 1 ? 'day' : 'own'
    if (this.kind !== 'fischer' || this.odds) return 'own'
    const { minutes, seconds } = this.values
    return budgeted.find((name) => presets[name][0] === minutes && presets[name][1] === seconds) ?? 'own'
  }

  set preset(preset: ClockPreset) {
    this.#own = preset === 'own'
    if (preset === 'own') {
      if (this.kind === 'none') this.kind = 'fischer'
      return
    }
    this.odds = false
    if (preset === 'none') this.kind = 'none'
    else if (preset === 'day') {
      this.kind = 'correspondence'
      this.values.days = 1
    } else {
      this.kind = 'fischer'
      ;[this.values.minutes, this.values.seconds] = presets[preset]
    }
  }

  keep(): void {
    remember('clock', this.kind)
    for (const name of names) remember(name, this.values[name])
  }

  #number(name: ClockNumber): number {
    return this.values[name] ?? 0
  }

  #budget(minutes: ClockNumber, seconds: ClockNumber): Budget {
    return {
      initial_ms: Math.round(this.#number(minutes) * 60_000),
      increment_ms: Math.round(this.#number(seconds) * 1000),
    }
  }

  #periods(minutes: ClockNumber, seconds: ClockNumber): Periods {
    const { initial_ms, increment_ms } = this.#budget(minutes, seconds)
    return { initial_ms, periods: this.#number('periods'), period_ms: increment_ms }
  }
}

function within(name: ClockNumber) {
  const { least, most } = numbers[name]
  return (value: unknown): value is number => typeof value === 'number' && value >= least && value <= most
}
