/** A preference kept by the browser, and by the account (`preference-sync.ts`). */

import { recall, remember, remembers } from './storage'

type Listener = (name: string) => void

// Without a prototype: names come from the server too.
const all = Object.create(null) as Partial<Record<string, Preference<unknown>>>
const listeners: Listener[] = []

export class Preference<T> {
  #value = $state.raw() as T

  /** `apply` is called with the first value and with each change. */
  constructor(
    readonly name: string,
    otherwise: T,
    private readonly valid: (value: unknown) => value is T,
    private readonly apply: (value: T) => void = () => undefined,
  ) {
    this.#value = recall(name, otherwise, valid)
    apply(this.#value)
    all[name] = this as unknown as Preference<unknown>
  }

  get value(): T {
    return this.#value
  }

  set value(value: T) {
    this.adopt(value)
    for (const listener of listeners) listener(this.name)
  }

  /** Takes a value from elsewhere, if it is valid. */
  adopt(value: unknown): void {
    if (!this.valid(value) || value === this.#value) return
    this.#value = value
    remember(this.name, value)
    this.apply(value)
  }
}

/** Calls back on each change made in this browser. */
export function onPreferenceChange(listener: Listener): void {
  listeners.push(listener)
}

export const preferenceNamed = (name: string): Preference<unknown> | undefined => all[name]

/** The names of the preferences stored in this browser. */
export const storedPreferences = (): string[] => Object.keys(all).filter(remembers)
