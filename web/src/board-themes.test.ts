// @vitest-environment node
/** The contrasts of every board with every rendering of pieces, in light and dark, from the style sheet itself. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Colour = [red: number, green: number, blue: number, opacity: number]
type Values = Record<string, string>

const text = readFileSync(new URL('./board-themes.css', import.meta.url), 'utf8').replace(/\/\*.*?\*\//gs, '')
const blocks = [...text.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selector = '', body = '']) => ({
  /** Of a list of selectors any may fit; `:root` wants nothing. */
  selectors: selector.split(',').map((each) => [...each.matchAll(/data-(\w+)='(\w+)'/g)].map(([, name = '', value = '']) => [name, value] as const)),
  values: Object.fromEntries([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value])) as Values,
}))
const named = (name: string): string[] => [
  ...new Set(blocks.flatMap(({ selectors }) => selectors.flat().flatMap(([which, value]) => (which === name ? [value] : [])))),
]

const BOARDS = named('board')
const PIECES = named('pieces')
/** The boards for every kind of colour vision. */
const SAFE = ['contrast', 'sand', 'ink']
const looks = BOARDS.flatMap((board) => ['light', 'dark'].map((theme) => [board, theme] as const))

/** As the browser applies them: of blocks that fit, the later one wins; those for a board of the dark page follow its others. */
function valuesOf(chosen: Record<string, string>): Values {
  const fits = blocks.filter(({ selectors }) => selectors.some((wants) => wants.every(([name, value]) => chosen[name] === value)))
  return Object.assign({}, ...fits.map(({ values }) => values)) as Values
}

function colour(value: string): Colour {
  if (value === 'transparent') return [0, 0, 0, 0]
  const hex = /^#(..)(..)(..)$/.exec(value)?.slice(1).map((each) => parseInt(each, 16))
  const found = hex ? [...hex, 1] : /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(value)?.slice(1).map(Number)
  if (found?.length !== 4) throw new Error(`no colour: ${value}`)
  return found as Colour
}

const over = (top: Colour, ground: Colour): Colour => {
  const mixed = (index: 0 | 1 | 2): number => top[3] * top[index] + (1 - top[3]) * ground[index]
  return [mixed(0), mixed(1), mixed(2), 1]
}
const linear = (part: number): number => (part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
const light = ([red, green, blue]: Colour): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** WCAG 2: from 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** What is seen where one kind of cone is missing (Machado, Oliveira and Fernandes 2009). */
const VISION: Record<string, number[][]> = {
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
function seen(matrix: number[][], [red, green, blue]: Colour): Colour {
  const parts = [red, green, blue].map(linear)
  const mixed = matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * (parts[index] ?? 0), 0))
  const shown = mixed.map((part) => 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
  return [...shown.map((part) => Math.min(255, Math.max(0, part))), 1] as Colour
}

class Rendering {
  readonly #values: Values
  constructor(board: string, theme: string, pieces = 'classic') {
    this.#values = valuesOf({ board, theme, pieces })
  }
  of(name: string): Colour {
    return colour(this.#values[name] ?? '')
  }
  /** The squares as they are, and under the washes of the last move and of what is picked. */
  grounds(...washes: string[]): Colour[] {
    const squares = [this.of('square-light'), this.of('square-dark')]
    return [...squares, ...washes.flatMap((wash) => squares.map((square) => over(this.of(wash), square)))]
  }
  /** The contrast of the better of several colours that are drawn side by side. */
  best(names: string[], ground: Colour): number {
    return Math.max(...names.map((name) => contrast(this.of(name), ground)))
  }
}

const TABLES = ['board-ground', 'board-bar', 'board-tray', 'point-light', 'point-dark']

test('the style sheet has what may be chosen', async () => {
  const { BOARD_THEMES, PIECE_THEMES } = await import('./lib/theme-names')
  expect(BOARDS).toEqual(BOARD_THEMES)
  expect(PIECES).toEqual(PIECE_THEMES)
})

test.each(looks)('what is written on the board %s, %s, can be read', (board, theme) => {
  const rendering = new Rendering(board, theme)
  const [onLight, onDark, lastLight, lastDark] = rendering.grounds('square-last') as [Colour, Colour, Colour, Colour]
  for (const ground of [onLight, lastLight]) expect(contrast(rendering.of('square-ink'), ground)).toBeGreaterThanOrEqual(4.5)
  for (const ground of [onDark, lastDark]) expect(contrast(rendering.of('square-ink-dark'), ground)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(rendering.of('board-number'), rendering.of('board-ground'))).toBeGreaterThanOrEqual(4.5)
  expect(contrast(onLight, onDark)).toBeGreaterThanOrEqual(1.7)
  expect(contrast(rendering.of('point-light'), rendering.of('point-dark'))).toBeGreaterThanOrEqual(1.5)
})

test.each(looks)('marks and discs stand out on %s, %s', (board, theme) => {
  const rendering = new Rendering(board, theme)
  for (const ground of rendering.grounds()) {
    expect(rendering.best(['target', 'mark-edge'], ground)).toBeGreaterThanOrEqual(3)
    expect(rendering.best(['mark', 'mark-edge'], ground)).toBeGreaterThanOrEqual(3)
    expect(rendering.best(['square-region'], ground)).toBeGreaterThanOrEqual(3)
  }
  for (const name of TABLES)
    for (const side of ['white', 'black'])
      expect(rendering.best([`disc-${side}`, `disc-${side}-line`], rendering.of(name)), `${side} on ${name}`).toBeGreaterThanOrEqual(3)
  for (const name of ['board-ground', 'point-light', 'point-dark']) {
    expect(rendering.best(['ring'], rendering.of(name))).toBeGreaterThanOrEqual(3)
    expect(rendering.best(['mark', 'mark-edge'], rendering.of(name))).toBeGreaterThanOrEqual(3)
  }
  expect(rendering.best(['last-line'], rendering.of('board-ground'))).toBeGreaterThanOrEqual(3)
})

test.each(PIECES)('the pieces %s are seen on every board, and the sides are told apart', (pieces) => {
  for (const [board, theme] of looks) {
    const rendering = new Rendering(board, theme, pieces)
    for (const side of ['white', 'black']) {
      const drawn = [`piece-${side}`, `piece-${side}-line`]
      for (const ground of [...rendering.grounds('square-last', 'square-picked'), rendering.of(`disc-${side}`)])
        expect(rendering.best(drawn, ground), `${side} on ${board}, ${theme}`).toBeGreaterThanOrEqual(3)
      const detail = side === 'white' ? 'piece-white-line' : 'piece-black-detail'
      expect(contrast(rendering.of(`piece-${side}`), rendering.of(detail))).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(rendering.of('piece-white'), rendering.of('piece-black'))).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(SAFE)('on %s lightness tells what colour tells, whatever colours one sees', (board) => {
  for (const theme of ['light', 'dark']) {
    const rendering = new Rendering(board, theme)
    const [, , lastLight, lastDark, pickedLight, pickedDark] = rendering.grounds('square-last', 'square-picked') as Colour[]
    const pairs: [string, Colour, Colour, number][] = [
      ['squares', rendering.of('square-light'), rendering.of('square-dark'), 1.7],
      ['points', rendering.of('point-light'), rendering.of('point-dark'), 1.5],
      ['discs', rendering.of('disc-white'), rendering.of('disc-black'), 1.7],
      ['last move', rendering.of('square-last-edge'), lastLight as Colour, 3],
      ['last move', rendering.of('square-last-edge'), lastDark as Colour, 3],
      ['picked', pickedLight as Colour, lastLight as Colour, 1.5],
      ['picked', pickedDark as Colour, lastDark as Colour, 1.5],
      ['last turn', rendering.of('last-line'), rendering.of('point-light'), 3],
      ['last turn', rendering.of('last-line'), rendering.of('point-dark'), 3],
    ]
    for (const [what, one, other, least] of pairs) {
      expect(contrast(one, other), `${what}, ${theme}`).toBeGreaterThanOrEqual(least)
      for (const [vision, matrix] of Object.entries(VISION))
        expect(contrast(seen(matrix, one), seen(matrix, other)), `${what}, ${theme}, ${vision}`).toBeGreaterThanOrEqual(0.85 * least)
    }
  }
})

test('a fault would be found', () => {
  expect(contrast(colour('#777777'), colour('#ffffff'))).toBeCloseTo(4.48, 2)
  expect(contrast(colour('#000000'), over(colour('rgb(255 255 255 / 0.5)'), colour('#000000')))).toBeCloseTo(5.28, 1)
})
