/** A preference kept by the browser, and by the account (`preference-sync.ts`). */

import { recall, remember, remembers } from './storage'

type Hear = (name: string) => void

// Without a prototype: names come from the server too.
const all = Object.create(null) as Partial<Record<string, Preference<unknown>>>
const ears: Hear[] = []

export class Preference<T> {
  #value = $state.raw() as T

  /** `apply` is called with the choice at first, and whenever it changes. */
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
    for (const hear of ears) hear(this.name)
  }

  /** Takes what was chosen elsewhere, if it still makes sense. */
  adopt(value: unknown): void {
    if (!this.valid(value) || value === this.#value) return
    this.#value = value
    remember(this.name, value)
    this.apply(value)
  }
}

/** Hear of each choice that is made here. */
export function onPreferenceChange(hear: Hear): void {
  ears.push(hear)
}

export const preferenceNamed = (name: string): Preference<unknown> | undefined => all[name]

/** The names of what was chosen at this browser, now or before. */
export const storedPreferences = (): string[] => Object.keys(all).filter(remembers)
