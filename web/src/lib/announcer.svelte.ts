import { untrack } from 'svelte'

/** What the live region says. */

class Announcer {
  text = $state('')

  /** Says a sentence; the same sentence twice is said twice. */
  say(sentence: string): void {
    // An effect that says something must not run again because of what it said.
    const before = untrack(() => this.text)
    this.text = before === sentence ? `${sentence}\u00a0` : sentence
  }
}

export const announcer = new Announcer()
