/** Drawing on a board: with the right button, or in a mode of its own with any pointer and by keyboard. */

import { colourOf, writeShape, type Colour } from './shapes'

export class Pen {
  /** Whether any pointer and Enter draw. */
  mode = $state(false)
  colour = $state<Colour>('G')
  /** The cell where a shape begins. */
  from = $state<string | null>(null)
  #to = $state<string | null>(null)
  #drawn = $state<Colour>('G')
  #pointer: number | null = null
  /** Whether a shape had been begun before the pointer came down. */
  #wasBegun = false
  #isRight = false

  /** `draw` is called with each shape; `begun` with the cell where one begins. */
  constructor(
    private readonly draw: (shape: string) => void,
    private readonly begun: (cell: string) => void = () => undefined,
  ) {}

  /** What would be drawn if the pointer went up now. */
  get shape(): string | null {
    return this.from === null || this.#pointer === null ? null : writeShape({ colour: this.#drawn, from: this.from, to: this.#to })
  }

  /** The pointer has come down on a cell; answers whether it draws. */
  down(event: PointerEvent, cell: string): boolean {
    this.#isRight = event.button === 2
    if (!this.#isRight && !(this.mode && event.button === 0)) return false
    this.#pointer = event.pointerId
    this.#drawn = colourOf(event, this.colour)
    this.#wasBegun = this.from !== null && !this.#isRight
    if (!this.#wasBegun) this.from = cell
    this.#to = cell
    return true
  }

  move(event: PointerEvent, cell: string | null): boolean {
    if (this.#pointer !== event.pointerId) return false
    this.#to = cell
    return true
  }

  up(event: PointerEvent, cell: string | null): boolean {
    if (this.#pointer !== event.pointerId) return false
    this.#pointer = null
    if (cell === null) this.cancel()
    else if (cell === this.from && !this.#wasBegun && !this.#isRight) this.begun(cell)
    else this.#finish(cell)
    return true
  }

  /** The keyboard has chosen a cell: where a shape begins, or where it ends. */
  choose(cell: string): void {
    if (this.from === null) {
      this.from = cell
      this.#drawn = this.colour
      this.begun(cell)
    } else this.#finish(cell)
  }

  cancel(): void {
    this.from = null
    this.#pointer = null
  }

  toggle(): void {
    this.cancel()
    this.mode = !this.mode
  }

  #finish(to: string): void {
    const { from } = this
    const colour = this.#drawn
    this.from = null
    if (from !== null) this.draw(writeShape({ colour, from, to }))
  }
}
