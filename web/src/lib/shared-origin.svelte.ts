/** Where others open a link: on the machine of the server the page's own address is of no use to them. */

import { health } from './health'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

class SharedOrigin {
  /** Whether the page is open by an address that only this machine knows. */
  readonly isLocal = LOCAL.includes(location.hostname)
  /** Those by which other devices of the local network find the page. */
  addresses = $state<string[]>([])
  chosen = $state<string | null>(null)
  #asked = false

  /** What links for others begin with; asks the server where it is needed. */
  get value(): string {
    if (this.isLocal && !this.#asked) {
      this.#asked = true
      health().then(
        ({ addresses }) => (this.addresses = addresses),
        () => (this.#asked = false),
      )
    }
    return this.chosen ?? this.addresses[0] ?? location.origin
  }
}

export const shared = new SharedOrigin()
