/**
 * Input on a board of cells: picking up and dropping by mouse, touch and keyboard. The board decides what may be picked
 * and where it may be dropped.
 */

import { announcer } from '../announcer.svelte'
import type { Pen } from '../study/pen.svelte'
import { untrack } from 'svelte'

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
  /** Called with what was dragged to a cell where it cannot be dropped. */
  refused?: (cell: string, held: Held) => void
  /** The announcements of a pick, and of putting it back. */
  picked: (held: Held) => string
  released: () => string
  /** Called on pointer down and on the context menu; returns whether it has done something. */
  touched?: () => boolean
  /** Called with a cell that is chosen, but cannot be picked: its pieces are asked about. */
  asked?: (cell: string) => void
  /** Called with each chosen cell, on boards where nothing is picked first (the editor). */
  choose?: ((cell: string) => void) | undefined
  /** How many cells lie in a row. */
  columns: () => number
  /** What draws on the board, where people may draw. */
  pen?: Pen | undefined
  /** What may be picked is on its way: cells that are chosen meanwhile are chosen once it has come. */
  coming?: () => boolean
  /** Called with an Enter that came meanwhile, where nothing can be picked now: it is left to the game's own keys. */
  entered?: () => void
  /** How the board stands: what was chosen too early on another one is forgotten. */
  standing?: () => string
  /** Where cells are too small for a finger, it looks for the cell first, and its release chooses: nothing is dragged. */
  aims?: boolean
}

/** A finger on cells that are too small for it: what it is on, and where on the screen. */
export interface Finger extends Held {
  x: number
  y: number
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
  /** The cells are too small for what drags. */
  isSmall: boolean
}

const DRAG_THRESHOLD_PX = 5
/** The two cells of a step, and of the next one. */
const MAX_EARLY = 4
/** What a finger hits surely is no smaller. */
const FINGER_PX = 44

const arrows: Record<string, [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** How a board stands, by what lies on its cells. */
export const standingOf = (cells: Record<string, string>): string => JSON.stringify(Object.entries(cells).sort())

export class BoardInput {
  picked = $state.raw<Held | null>(null)
  /** The cell under the pointer, the one with the keyboard focus or the last tap, and the later of the two. */
  hovered = $state<string | null>(null)
  cursor = $state<string | null>(null)
  looked = $state<string | null>(null)
  #drag = $state.raw<Drag | null>(null)
  /** What the magnifier shows. */
  finger = $state.raw<Finger | null>(null)
  /** The pointer that aims. */
  #aiming: number | null = null
  /** What was chosen too early, in order, and on which board. */
  #early = $state.raw<{ held: Held; enter: boolean; standing: string | undefined }[]>([])

  constructor(private readonly options: BoardInputOptions) {
    $effect(() => {
      if (this.picked !== null && !options.movable(this.picked.cell)) this.picked = null
    })
    $effect(() => {
      if (this.#early.length === 0 || options.coming?.()) return
      const early = this.#early
      this.#early = []
      untrack(() => {
        const now = options.standing?.()
        for (const { held, enter, standing } of early) {
          if (standing !== now) continue
          if (enter && !options.active()) options.entered?.()
          else this.#choose(held, enter)
        }
      })
    })
  }

  /** The cell in the tab order. */
  get here(): string {
    return this.cursor ?? this.options.first()
  }

  /** Whether a finger looks for its cell here, where cells are small. */
  get aims(): boolean {
    return this.options.aims === true
  }

  /** Whether every pointer draws now. */
  get draws(): boolean {
    return this.options.pen?.mode === true
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
    if (this.options.pen?.down(event, hit.cell)) {
      this.focus(hit.cell)
      ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
      return
    }
    if (event.button === 0) this.options.touched?.()
    this.focus(hit.cell)
    const grid = event.currentTarget as HTMLElement
    if (this.options.aims && isTooSmall(event, grid, this.options.columns())) {
      leaveOtherControls(grid)
      grid.setPointerCapture(event.pointerId)
      this.#aiming = event.pointerId
      this.#magnify(event)
    } else this.grab(hit, event, grid)
  }

  /** Starts a drag or a tap on a piece of the board or beside it; the grid captures the pointer. */
  grab(hit: Held, event: PointerEvent, grid: HTMLElement): void {
    if (event.button !== 0 || !event.isPrimary) return
    leaveOtherControls(grid)
    const wasPicked = this.picked?.cell === hit.cell && this.picked.part === hit.part
    const { pointerId, clientX: startX, clientY: startY } = event
    const { options } = this
    const isSmall = isTooSmall(event, grid, options.columns())
    this.#drag = { ...hit, pointerId, startX, startY, wasPicked, dx: 0, dy: 0, x: 0, y: 0, moved: false, isSmall }
    if (isSmall && grid.contains(event.target as Node)) this.finger = { ...hit, x: startX, y: startY }
    grid.setPointerCapture(pointerId)
    if (options.choose || options.coming?.() || !options.movable(hit.cell) || wasPicked) return
    if (this.picked?.cell === hit.cell || !this.#dropAction(hit.cell)) this.#pick(hit)
  }

  readonly onpointermove = (event: PointerEvent): void => {
    if (!event.isPrimary) return
    const cell = this.#under(event)?.cell ?? null
    if (this.options.pen?.move(event, cell)) return
    if (cell !== this.hovered) this.looked = cell
    this.hovered = cell
    if (this.#aiming === event.pointerId || this.#drag?.isSmall) this.#magnify(event)
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
    if (this.options.pen?.up(event, this.#under(event)?.cell ?? null)) return
    const aimed = this.#stopAiming(event)
    if (aimed) {
      this.focus(aimed.cell)
      this.#choose(aimed)
    }
    const drag = this.#drag
    if (drag?.pointerId !== event.pointerId) return
    this.finger = null
    const cell = drag.moved ? (this.#under(event)?.cell ?? null) : drag.cell
    this.#drag = null
    if (drag.moved && this.picked?.cell === drag.cell) {
      if (cell !== drag.cell && (cell === null || !this.#drop(cell))) {
        const held = this.picked
        this.release()
        if (cell !== null) this.options.refused?.(cell, held)
      }
    } else if (drag.moved && cell !== null && cell !== drag.cell && this.options.coming?.()) {
      this.#choose(drag)
      this.#choose({ cell, part: null })
    } else if (cell === drag.cell && (this.options.choose || drag.wasPicked || this.picked?.cell !== cell)) this.#choose(drag)
  }

  /** The browser has taken the touch over, for scrolling for example: it is undone. */
  readonly onpointercancel = (event: PointerEvent): void => {
    if (this.options.pen?.up(event, null)) return
    this.#stopAiming(event)
    const drag = this.#drag
    if (drag?.pointerId !== event.pointerId) return
    this.finger = null
    this.#drag = null
    if (!drag.wasPicked && this.picked?.cell === drag.cell) this.release()
  }

  /** Suppresses the compatibility mouse events and the click after a tap: they could hit a dialog that it has opened. */
  readonly ontouchend = (event: TouchEvent): void => {
    if (event.cancelable) event.preventDefault()
  }

  /** The browser's context menu opens unless the board uses the event, or a finger is held down. */
  readonly oncontextmenu = (event: MouseEvent): void => {
    if (this.#drag !== null || this.#aiming !== null || this.options.pen || this.options.touched?.()) event.preventDefault()
  }

  readonly onpointerleave = (): void => {
    this.hovered = null
    this.looked = this.cursor
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (arrow) this.#walk(event.currentTarget as HTMLElement, this.options.next(this.here, ...arrow))
    else if (this.draws && (event.key === 'Enter' || event.key === ' ')) this.options.pen?.choose(this.here)
    else if (this.draws && event.key === 'Escape') this.options.pen?.cancel()
    else if (event.key === 'i' && this.options.asked) this.options.asked(this.here)
    // Where nothing can be picked, Enter is left to the game's own keys.
    else if ((this.options.active() || this.options.coming?.()) && (event.key === 'Enter' || event.key === ' '))
      this.#choose({ cell: this.here, part: null }, event.key === 'Enter')
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

  /** Shows what is under the finger; nothing beside the board, where a release does nothing. */
  #magnify(event: PointerEvent): void {
    const { top, bottom } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const hit = event.clientY >= top && event.clientY < bottom ? this.#under(event) : null
    this.finger = hit && { ...hit, x: event.clientX, y: event.clientY }
  }

  /** The pointer that aimed has gone; answers what it was on. */
  #stopAiming({ pointerId }: PointerEvent): Held | null {
    if (this.#aiming !== pointerId) return null
    const aimed = this.finger && { cell: this.finger.cell, part: this.finger.part }
    this.#aiming = null
    this.finger = null
    return aimed
  }

  #choose(held: Held, enter = false): void {
    const { picked } = this
    const { cell, part } = held
    if (this.options.coming?.()) this.#early = [...this.#early, { held, enter, standing: this.options.standing?.() }].slice(-MAX_EARLY)
    else if (this.options.choose) this.options.choose(cell)
    else if (picked?.cell === cell && (part === null || picked.part === part)) this.release()
    else if (picked?.cell !== cell && this.#drop(cell)) return
    else if (this.options.movable(cell)) this.#pick({ cell, part })
    else {
      this.release()
      this.options.asked?.(cell)
    }
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

const isTooSmall = ({ pointerType }: PointerEvent, grid: HTMLElement, columns: number): boolean =>
  pointerType === 'touch' && grid.getBoundingClientRect().width / columns < FINGER_PX

/** After a mouse click the game's keys work: the focus leaves text fields, and cells do not take it. */
function leaveOtherControls(grid: HTMLElement): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && !grid.contains(activeElement)) activeElement.blur()
}
