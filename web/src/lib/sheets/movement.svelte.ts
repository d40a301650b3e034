/** A movement that is being designed: the server takes it apart and changes it, the page only shows it. */

import { api } from '../api/client'
import type { Click, MovementDesign, MovementTarget } from '../api/types/sheets'
import type { Words } from '../api/types/words'
import { t } from '../i18n.svelte'
import { errorMessage } from '../resource.svelte'

const PAUSE_MS = 200

/** What the words of a movement depend on. */
export interface About {
  files: number
  names: Words
  glyph: string
}

export class Movement {
  /** The last movement that was understood. */
  design = $state.raw<MovementDesign | null>(null)
  /** The text is none that is understood: its field says why. */
  stale = $state(false)
  /** Why the last click did nothing. */
  failure = $state<string | null>(null)
  #text = ''
  #asked = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #clicks: Promise<void> = Promise.resolve()

  /** The text has been changed elsewhere, or what its words depend on. */
  follow(text: string, about: About): void {
    const asked = ++this.#asked
    this.#text = text
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#ask(asked, { movement: text, ...about }), this.design ? PAUSE_MS : 0)
  }

  /** Does what a click means and hands on the new text. Clicks in quick succession build on each other. */
  click(click: Click, about: About, onchange: (text: string) => void): void {
    this.#clicks = this.#clicks.then(async () => {
      const asked = ++this.#asked
      clearTimeout(this.#timer)
      const understood = !this.stale ? this.#text : (this.design?.movement ?? '')
      const design = await this.#ask(asked, { movement: understood, click, ...about })
      if (design === null || asked !== this.#asked) return
      this.#text = design.movement
      onchange(design.movement)
    })
  }

  async #ask(asked: number, given: Parameters<typeof api.movement>[0]): Promise<MovementDesign | null> {
    try {
      const design = await api.movement(given)
      if (asked !== this.#asked) return null
      this.design = design
      this.failure = null
      this.stale = false
      return design
    } catch (error) {
      const message = errorMessage(error)
      if (asked !== this.#asked) return null
      if (given.click) this.failure = message
      else this.stale = true
      return null
    }
  }
}

/** Where a square is, seen from the piece: «2 a la derecha, 1 adelante». */
export function placeInWords(files: number, ranks: number): string {
  const parts = []
  if (files !== 0) parts.push(t(files > 0 ? 'ui.design.right' : 'ui.design.left', { count: Math.abs(files) }))
  if (ranks !== 0) parts.push(t(ranks > 0 ? 'ui.design.ahead' : 'ui.design.back', { count: Math.abs(ranks) }))
  return parts.join(', ')
}

/** What the piece does on a square: «se mueve y captura». */
export function deedInWords(target: MovementTarget | undefined): string {
  if (!target) return t('ui.design.nothing')
  const use = target.moves && target.captures ? 'both' : target.moves ? 'move' : target.captures ? 'capture' : null
  return [
    ...(use ? [t(`ui.design.does.${use}`)] : []),
    ...(target.hop ? [t(use ? 'ui.design.hopping_too' : 'ui.design.hopping')] : []),
    ...(target.lame ? [t('ui.design.unhindered')] : []),
    ...(target.goes_on ? [t('ui.design.goes_on')] : []),
  ].join(', ')
}
