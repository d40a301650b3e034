/** What the live region says. */

class Announcer {
  text = $state('')

  /** Says a sentence; the same sentence twice is said twice. */
  say(sentence: string): void {
    this.text = this.text === sentence ? `${sentence}\u00a0` : sentence
  }
}

export const announcer = new Announcer()
