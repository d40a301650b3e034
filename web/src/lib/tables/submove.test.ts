import { expect, test } from 'vitest'
import { cellOf } from './cells'
import { arrowsOf, cellsOf, choiceText, readSubmove, readTurn } from './submove'

test('marks of a sub-move', () => {
  expect(readSubmove('N13/8+*')).toMatchObject({ letter: 'N', origin: '13', target: '8', ability: '+', act: 'capture' })
  expect(readSubmove('Q24/19*/14&')).toMatchObject({ between: '19', betweenAct: 'capture', ability: 'x2', act: 'wait' })
  expect(readSubmove('K6/5>')).toMatchObject({ act: 'push', ability: '' })
  expect(readSubmove('Pbar/20&*:5')).toMatchObject({ origin: 'bar', act: 'joint' })
  expect(readSubmove('6/off')).toMatchObject({ letter: '', target: 'off', act: 'off' })
})

test('the pass has no sub-moves', () => {
  expect(readTurn('pass')).toEqual([])
  expect(readTurn('13/8 6/3')).toHaveLength(2)
})

test('choices are shown as sums', () => {
  expect(['5', '5+', '5-', '5x2'].map(choiceText)).toEqual(['5', '5+1', '5−1', '5×2'])
})

test('a turn touches where its parts begin and end, and each landing has an arrow', () => {
  const [start, middle, end, other] = ['24', '18', '13', '8'].map((place) => cellOf(place, 'white'))
  expect(cellsOf(readTurn('24/18/13 13/8'), 'white')).toEqual([start, end, end, other])
  expect(arrowsOf(readTurn('24/18/13 13/8'), 'white')).toEqual([[start, middle], [middle, end], [end, other]])
  expect(arrowsOf(readTurn('24/18 24/18'), 'white')).toEqual([[start, middle]])
})
