/** Whether the page shows copies because there is no network. */

/** The header by which the service worker says that an answer is a copy. */
export const COPY = 'x-axedrez-copy'

class Offline {
  #disconnected = $state(false)
  #copied = $state(false)

  constructor() {
    if (typeof window === 'undefined') return
    this.#disconnected = !navigator.onLine
    for (const name of ['online', 'offline'])
      addEventListener(name, () => {
        this.#disconnected = !navigator.onLine
        if (navigator.onLine) this.#copied = false
      })
  }

  get now(): boolean {
    return this.#disconnected || this.#copied
  }

  /** An answer has come: from the network or, `copied`, from what was kept. */
  answered(copied: boolean): void {
    this.#copied = copied
  }
}

export const offline = new Offline()
