/** A sheet being edited: its data, what it changes, and the server's validation. */

import { api } from '../api/client'
import type { CheckedSheet, Datum, SheetData, SheetFault, SheetField } from '../api/types/sheets'
import { announcer } from '../announcer.svelte'
import { errorMessage } from '../resource.svelte'
import { t } from '../i18n.svelte'
import type { Size } from '../board/squares'
import { resized, type Resized } from './resize'
import { at, difference, equal, pathOf, put } from './data'

const CHECK_DELAY_MS = 350
const START = 'start.fen'
/** Boards of squares have so many files and ranks. */
const [MIN_SIZE, MAX_SIZE] = [3, 8]
/** What a sheet does not inherit. */
const OWN = { summary: null, source: null, same_law_as: null, guide: [] }

export class SheetDraft {
  data = $state.raw<SheetData>({})
  /** The last answer, and the last one without faults. */
  checked = $state.raw<CheckedSheet | null>(null)
  sound = $state.raw<CheckedSheet | null>(null)
  failure = $state<string | null>(null)
  checking = $state(false)
  /** What the last change of the board has left out of the start position. */
  left = $state.raw<Resized['left']>([])
  readonly base: SheetData
  /** The start position before the board was changed, and the size that it is for. */
  #whole: { start: string; size: Size } | null = null
  #sound: Size | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0
  #last: Promise<CheckedSheet | null> = Promise.resolve(null)

  constructor(
    readonly parent: string,
    readonly schema: SheetField[],
    base: SheetData,
    changes: SheetData | null,
  ) {
    this.base = { ...base, ...OWN }
    this.data = changes ?? this.base
    this.#sound = this.#size()
  }

  /** What it says otherwise than its parent. */
  get delta(): SheetData {
    return { extends: this.parent, ...difference(this.base, this.data) }
  }

  get faults(): SheetFault[] {
    return this.checked?.faults ?? []
  }

  get pieces(): SheetData {
    return (this.data.pieces ?? {}) as SheetData
  }

  get(path: string): Datum | undefined {
    return at(this.data, pathOf(path))
  }

  set(path: string, value: Datum | undefined): void {
    this.data = put(this.data, pathOf(path), value)
    if (path === START) this.#forget()
    else if (path.startsWith('board.')) this.#fit()
    this.checking = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.check(), CHECK_DELAY_MS)
  }

  /** Keeps of the start position what fits on the board; back on a larger one it is whole again. */
  #fit(): void {
    const start = this.get(START)
    const to = this.#size()
    if (typeof start !== 'string' || !to) return
    this.#whole ??= { start, size: this.#sound ?? to }
    const { position, left } = resized(this.#whole.start, this.#whole.size, to, this.#holes())
    this.data = put(this.data, pathOf(START), position)
    this.left = left
    if (left.length > 0) announcer.say(t('ui.sheets.left_out', { count: left.length }))
    this.#sound = to
  }

  #forget(): void {
    this.#whole = null
    this.left = []
    this.#sound = this.#size()
  }

  #holes(): string[] {
    const holes = this.get('board.holes')
    return Array.isArray(holes) ? holes.filter((hole) => typeof hole === 'string') : []
  }

  /** The size of the board, where it is one. */
  #size(): Size | null {
    const [files, ranks] = [this.get('board.files'), this.get('board.ranks')]
    const isSize = (value: Datum | undefined): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= MIN_SIZE && value <= MAX_SIZE
    return isSize(files) && isSize(ranks) ? { files, ranks } : null
  }

  isChanged(path: string): boolean {
    return !equal(this.get(path), at(this.base, pathOf(path)))
  }

  reset(path: string): void {
    this.set(path, at(this.base, pathOf(path)))
  }

  /** The faults of a field; `inside` also those of what it holds. */
  faultsOf(path: string, inside = false): SheetFault[] {
    return this.faults.filter(({ field }) => field === path || (inside && field.startsWith(`${path}.`)))
  }

  /** Checks the present sheet on the server; callers from before the last change get this answer too. */
  async check(): Promise<CheckedSheet | null> {
    clearTimeout(this.#timer)
    this.checking = true
    const answer = this.#ask()
    this.#last = answer
    return answer
  }

  async #ask(): Promise<CheckedSheet | null> {
    const asked = ++this.#asked
    try {
      const answer = await api.checkSheet(this.delta)
      if (asked !== this.#asked) return await this.#last
      this.#hear(answer)
      return answer
    } catch (error) {
      if (asked !== this.#asked) return await this.#last
      this.failure = errorMessage(error)
      return null
    } finally {
      if (asked === this.#asked) this.checking = false
    }
  }

  #hear(answer: CheckedSheet): void {
    const before = this.checked
    this.checked = answer
    this.failure = null
    if (answer.valid) this.sound = answer
    if (!before || before.faults.length === answer.faults.length) return
    const count = answer.faults.length
    announcer.say(count === 0 ? t('ui.sheets.valid') : t('ui.sheets.faults', { count }))
  }
}

/** A name as an identifier: «Mi juego» → `mi-juego`. */
export function slug(name: string): string {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40).replace(/-+$/, '')
}
