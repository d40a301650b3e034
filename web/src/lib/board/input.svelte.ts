/**
 * Input on a board of cells: picking up and dropping by mouse, touch and keyboard. The board decides what may be picked
 * and where it may be dropped.
 */

import { announcer } from '../announcer.svelte'

/** What is picked: a cell, and which of its pieces; null where any of them will do. */
export interface Held {
  cell: string
  part: string | null
}

export interface BoardInputOptions {
  /** What is at a point, given as fractions of the board's width and height. */
  at: (x: number, y: number) => Held | null
  /** The cell some columns to the right and rows down on the screen. */
  next: (cell: string, columns: number, rows: number) => string
  /** The cell where the keyboard starts. */
  first: () => string
  /** Whether anything at all may be picked or chosen. */
  active: () => boolean
  movable: (cell: string) => boolean
  /** The action of dropping `held` on a cell; null where it cannot be dropped. */
  drop: (cell: string, held: Held) => (() => void) | null
  /** The announcements of a pick, and of putting it back. */
  picked: (held: Held) => string
  released: () => string
  /** Called on pointer down and on the context menu; returns whether it has done something. */
  touched?: () => boolean
  /** Called with each chosen cell, on boards where nothing is picked first (the editor). */
  choose?: ((cell: string) => void) | undefined
}

interface Drag extends Held {
  pointerId: number
  wasPicked: boolean
  startX: number
  startY: number
  /** The distance dragged and the present place, as fractions of the board's width. */
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
  /** The cell under the pointer, the one with the keyboard focus or the last tap, and the later of the two. */
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

  /** The piece that is being dragged. */
  get lifted(): Drag | null {
    return this.#drag?.moved && this.#drag.cell === this.picked?.cell ? this.#drag : null
  }

  /** The cell under the dragged piece. */
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

  /** Starts a drag or a tap on a piece of the board or beside it; the grid captures the pointer. */
  grab(hit: Held, event: PointerEvent, grid: HTMLElement): void {
    if (event.button !== 0 || !event.isPrimary) return
    leaveOtherControls(grid)
    const wasPicked = this.picked?.cell === hit.cell && this.picked.part === hit.part
    const { pointerId, clientX: startX, clientY: startY } = event
    this.#drag = { ...hit, pointerId, startX, startY, wasPicked, dx: 0, dy: 0, x: 0, y: 0, moved: false }
    grid.setPointerCapture(pointerId)
    const { options } = this
    if (options.choose || !options.movable(hit.cell) || wasPicked) return
    if (this.picked?.cell === hit.cell || !this.#dropAction(hit.cell)) this.#pick(hit)
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

  /** The browser has taken the touch over, for scrolling for example: it is undone. */
  readonly onpointercancel = (event: PointerEvent): void => {
    const drag = this.#drag
    if (drag?.pointerId !== event.pointerId) return
    this.#drag = null
    if (!drag.wasPicked && this.picked?.cell === drag.cell) this.release()
  }

  /** Suppresses the compatibility mouse events and the click after a tap: they could hit a dialog that it has opened. */
  readonly ontouchend = (event: TouchEvent): void => {
    if (event.cancelable) event.preventDefault()
  }

  /** The browser's context menu opens unless the board uses the event, or a finger is held down. */
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
    // Where nothing can be picked, Enter is left to the game's own keys.
    else if (this.options.active() && (event.key === 'Enter' || event.key === ' ')) this.#choose({ cell: this.here, part: null })
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** The keyboard or a tap has reached a cell. */
  focus(cell: string): void {
    this.cursor = cell
    this.looked = cell
  }

  /** Picks a piece beside the board, or puts it back. */
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

  #dropAction(cell: string): (() => void) | null {
    return this.picked && this.options.drop(cell, this.picked)
  }

  /** Drops what is picked; returns whether that was possible. */
  #drop(cell: string): boolean {
    const act = this.#dropAction(cell)
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

/** After a mouse click the game's keys work: the focus leaves text fields, and cells do not take it. */
function leaveOtherControls(grid: HTMLElement): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && !grid.contains(activeElement)) activeElement.blur()
}
