// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { othersThan, signOf } from './nags'
import { Pen } from './pen.svelte'
import { between, colourOf, readShape, readShapes, writeShape } from './shapes'

const press = (button: number, keys: object = {}): PointerEvent => ({ button, pointerId: 1, shiftKey: false, altKey: false, ...keys }) as PointerEvent

describe('shapes', () => {
  test('are read as they are written, on any board', () => {
    for (const text of ['Ge4', 'Rd1>h5', 'G13>12', 'Bbar:white>24']) expect(readShapes([text]).map(writeShape)).toEqual([text])
    for (const text of ['', 'G', 'Xe4', 'Ge4>', 'Ge4>e5>e6']) expect(readShape(text)).toBeNull()
  })

  test('have the colour of the keys; another colour takes the place of the first', () => {
    const keys = [[false, false], [true, false], [false, true], [true, true]] as const
    expect(keys.map(([shiftKey, altKey]) => colourOf({ shiftKey, altKey }, 'G'))).toEqual(['G', 'R', 'B', 'Y'])
    expect(between(['Ge4', 'Rd1>h5', 'Be4'], 'Ye4')).toEqual(['Ge4', 'Be4'])
    expect(between(['Ge4'], 'Ge4')).toEqual([])
  })
})

describe('a pen', () => {
  test('draws with the right button, and leaves the left one to the game', () => {
    const drawn: string[] = []
    const pen = new Pen((shape) => drawn.push(shape))
    expect(pen.down(press(0), 'e2')).toBe(false)
    expect(pen.down(press(2, { shiftKey: true }), 'e2')).toBe(true)
    pen.move(press(2), 'e4')
    expect(pen.shape).toBe('Re2>e4')
    pen.up(press(2), 'e4')
    pen.down(press(2), 'a1')
    pen.up(press(2), 'a1')
    pen.down(press(2), 'a1')
    pen.up(press(2), null)
    expect(drawn).toEqual(['Re2>e4', 'Ga1'])
    expect(pen.shape).toBeNull()
  })

  test('draws in its mode by dragging, by two taps, and by keyboard', () => {
    const drawn: string[] = []
    const begun: string[] = []
    const pen = new Pen((shape) => drawn.push(shape), (cell) => begun.push(cell))
    pen.toggle()
    pen.colour = 'B'
    const tap = (from: string, to = from): void => {
      pen.down(press(0), from)
      pen.up(press(0), to)
    }
    tap('13', '8')
    tap('6')
    tap('6')
    tap('24')
    tap('20')
    pen.choose('1')
    pen.choose('2')
    pen.choose('3')
    pen.cancel()
    pen.choose('4')
    pen.toggle()
    expect(drawn).toEqual(['B13>8', 'B6', 'B24>20', 'B1>2'])
    expect(begun).toEqual(['6', '24', '1', '3', '4'])
    expect(pen.from).toBeNull()
  })
})

test('signs have numbers; those of one kind exclude each other', () => {
  expect([signOf(4), signOf(240)]).toEqual(['??', '$240'])
  expect(othersThan(1, [5, 14, 36])).toEqual([5])
  expect(othersThan(36, [5, 14])).toEqual([])
})
