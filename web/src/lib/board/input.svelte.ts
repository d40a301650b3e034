/**
 * Hands over a board of cells: picking up and putting down mean the same by mouse, touch and keys. What may be picked and
 * where it may be put is the board's to say.
 */

import { announcer } from '../announcer.svelte'

/** A cell, and which of its pieces where that matters; null for any of them. */
export interface Held {
  cell: string
  part: string | null
}

export interface BoardInputOptions {
  /** What lies at a spot, in parts of the board's width and height. */
  at: (x: number, y: number) => Held | null
  /** The cell so many columns to the right and rows down, as it is seen. */
  next: (cell: string, columns: number, rows: number) => string
  /** Where the keyboard begins. */
  first: () => string
  /** Whether anything at all may be picked or chosen. */
  active: () => boolean
  movable: (cell: string) => boolean
  /** What putting `held` down on a cell does; null where it cannot be put. */
  landing: (cell: string, held: Held) => (() => void) | null
  /** What is said when something has been picked, and when it is put back. */
  picked: (held: Held) => string
  released: () => string
  /** The pointer has come down, or asks for its menu; answers whether that has done something. */
  touched?: () => boolean
  /** Takes every cell that is chosen, where nothing is picked first. */
  choose?: ((cell: string) => void) | undefined
}

interface Drag extends Held {
  pointerId: number
  wasPicked: boolean
  startX: number
  startY: number
  /** How far it has been dragged and where it hangs, in parts of the board's width. */
  dx: number
  dy: number
  x: number
  y: number
  moved: boolean
}

const DRAG_THRESHOLD_PX = 5

const arrows: Record<string, [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export class BoardInput {
  picked = $state.raw<Held | null>(null)
  /** The cell under the pointer, the cell that the keyboard or a tap is on, and the one of them that came last. */
  hovered = $state<string | null>(null)
  cursor = $state<string | null>(null)
  looked = $state<string | null>(null)
  #drag = $state.raw<Drag | null>(null)

  constructor(private readonly options: BoardInputOptions) {
    $effect(() => {
      if (this.picked !== null && !options.movable(this.picked.cell)) this.picked = null
    })
  }

  /** The cell in the tab order. */
  get here(): string {
    return this.cursor ?? this.options.first()
  }

  /** What hangs on the pointer. */
  get lifted(): Drag | null {
    return this.#drag?.moved && this.#drag.cell === this.picked?.cell ? this.#drag : null
  }

  /** The cell over which something hangs. */
  get over(): string | null {
    return this.#drag?.moved ? this.hovered : null
  }

  readonly onpointerdown = (event: PointerEvent): void => {
    const hit = this.#under(event)
    if (!hit || !event.isPrimary) return
    if (event.button === 0) this.options.touched?.()
    this.focus(hit.cell)
    this.grab(hit, event, event.currentTarget as HTMLElement)
  }

  /** The pointer has come down on what lies on the board or beside it; from now on it is the grid's to follow. */
  grab(hit: Held, event: PointerEvent, grid: HTMLElement): void {
    if (event.button !== 0 || !event.isPrimary) return
    leaveOtherControls(grid)
    const wasPicked = this.picked?.cell === hit.cell && this.picked.part === hit.part
    const { pointerId, clientX: startX, clientY: startY } = event
    this.#drag = { ...hit, pointerId, startX, startY, wasPicked, dx: 0, dy: 0, x: 0, y: 0, moved: false }
    grid.setPointerCapture(pointerId)
    const { options } = this
    if (options.choose || !options.movable(hit.cell) || wasPicked) return
    if (this.picked?.cell === hit.cell || !this.#landing(hit.cell)) this.#pick(hit)
  }

  readonly onpointermove = (event: PointerEvent): void => {
    if (!event.isPrimary) return
    const cell = this.#under(event)?.cell ?? null
    if (cell !== this.hovered) this.looked = cell
    this.hovered = cell
    const drag = this.#drag
    if (!drag) return
    const dx = event.clientX - drag.startX
    const dy = event.clientY - drag.startY
    if (!drag.moved && Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return
    const { left, top, width } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const x = (event.clientX - left) / width
    const y = (event.clientY - top) / width
    this.#drag = { ...drag, dx: dx / width, dy: dy / width, x, y, moved: true }
  }

  readonly onpointerup = (event: PointerEvent): void => {
    const drag = this.#drag
    if (drag?.pointerId !== event.pointerId) return
    const cell = drag.moved ? (this.#under(event)?.cell ?? null) : drag.cell
    this.#drag = null
    if (drag.moved && this.picked?.cell === drag.cell) {
      if (cell !== drag.cell && (cell === null || !this.#drop(cell))) this.release()
    } else if (cell === drag.cell && (this.options.choose || drag.wasPicked || this.picked?.cell !== cell)) this.#choose(drag)
  }

  /** The touch has become something else, such as scrolling: as if it had never been. */
  readonly onpointercancel = (event: PointerEvent): void => {
    const drag = this.#drag
    if (drag?.pointerId !== event.pointerId) return
    this.#drag = null
    if (!drag.wasPicked && this.picked?.cell === drag.cell) this.release()
  }

  /** What a finger has done is done: the mouse events and the click that would follow could hit what it has opened. */
  readonly ontouchend = (event: TouchEvent): void => {
    if (event.cancelable) event.preventDefault()
  }

  /** The browser's menu comes where the board has nothing to do for it, and not under a finger that rests. */
  readonly oncontextmenu = (event: MouseEvent): void => {
    if (this.#drag !== null || this.options.touched?.()) event.preventDefault()
  }

  readonly onpointerleave = (): void => {
    this.hovered = null
    this.looked = this.cursor
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (arrow) this.#walk(event.currentTarget as HTMLElement, this.options.next(this.here, ...arrow))
    // Where nothing is left to pick, Enter is free for others.
    else if (this.options.active() && (event.key === 'Enter' || event.key === ' ')) this.#choose({ cell: this.here, part: null })
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** The keyboard, or a tap, has come to a cell. */
  focus(cell: string): void {
    this.cursor = cell
    this.looked = cell
  }

  /** Takes what lies beside the board, or puts it back. */
  take(origin: string): void {
    if (this.picked?.cell === origin) this.release()
    else if (this.options.movable(origin)) this.#pick({ cell: origin, part: null })
  }

  release(): void {
    if (this.picked !== null) announcer.say(this.options.released())
    this.picked = null
  }

  #choose({ cell, part }: Held): void {
    const { picked } = this
    if (this.options.choose) this.options.choose(cell)
    else if (picked?.cell === cell && (part === null || picked.part === part)) this.release()
    else if (picked?.cell !== cell && this.#drop(cell)) return
    else if (this.options.movable(cell)) this.#pick({ cell, part })
    else this.release()
  }

  #pick({ cell, part }: Held): void {
    this.picked = { cell, part }
    announcer.say(this.options.picked(this.picked))
  }

  #landing(cell: string): (() => void) | null {
    return this.picked && this.options.landing(cell, this.picked)
  }

  /** Puts down what is picked; answers whether that was possible. */
  #drop(cell: string): boolean {
    const act = this.#landing(cell)
    if (!act) return false
    this.picked = null
    act()
    return true
  }

  #walk(grid: HTMLElement, cell: string): void {
    this.focus(cell)
    grid.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus()
  }

  #under(event: PointerEvent): Held | null {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    return this.options.at((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
  }
}

/** The mouse leaves the keyboard to the game: it neither focuses cells nor keeps typing in a field. */
function leaveOtherControls(grid: HTMLElement): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && !grid.contains(activeElement)) activeElement.blur()
}
