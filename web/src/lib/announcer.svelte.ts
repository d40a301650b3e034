import { untrack } from 'svelte'

/** The text of the live region. */

class Announcer {
  text = $state('')
  /** There is a new text that a screen reader has not read yet. */
  #unheard = false

  /** Says a sentence, after what was said at the same moment; the same sentence twice is said twice. */
  say(sentence: string): void {
    // An effect that says something must not run again because of what it said.
    const before = untrack(() => this.text)
    if (this.#unheard) this.text = `${before} ${sentence}`
    else this.text = before === sentence ? `${sentence}\u00a0` : sentence
    this.#unheard = true
    setTimeout(() => (this.#unheard = false))
  }
}

export const announcer = new Announcer()
