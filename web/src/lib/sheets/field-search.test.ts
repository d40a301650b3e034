import { expect, test } from 'vitest'
import type { SheetField } from '../api/types/sheets'
import { findFields } from './field-search'

const words = (es: string, en: string) => ({ es, en })
const field = (path: string, es: string, en: string, more: Partial<SheetField> = {}): SheetField => ({
  path,
  kind: 'boolean',
  names: words(es, en),
  help: words('', ''),
  ...more,
})
const goal = field('goal', 'Objetivo', 'Goal', {
  kind: 'table',
  fields: [
    field('goal.stalemate', 'El ahogado', 'Stalemate', {
      kind: 'choice',
      options: [{ value: 'loss', names: words('pierde el ahogado', 'the player loses') }],
    }),
    field('goal.checks', 'Jaques', 'Checks', { help: words('Cuántos jaques ganan, si se pierde así.', 'How many win.') }),
    field('goal.clause', 'Cláusula', 'Clause', { format: 'clause' }),
  ],
})
const castling = field('castling', 'Enroque', 'Castling', { help: words('Nada del ahogado.', 'x') })
const paths = (query: string): string[] => findFields([goal, castling], query).map(({ field: { path } }) => path)

test('names count more than values, and values more than help', () => {
  expect(paths('ahogado')).toEqual(['goal.stalemate', 'castling'])
  expect(paths('pierde')).toEqual(['goal.stalemate', 'goal.checks'])
})

test('accents, capitals and the language do not matter; every word has to occur', () => {
  expect(paths('STALEMATE')).toEqual(['goal.stalemate'])
  expect(paths('jaqués ganan')).toEqual(['goal.checks'])
  expect(paths('jaques enroque')).toEqual([])
  expect(paths('   ')).toEqual([])
  expect(paths('clausula')).toEqual([])
})

test('what is found says what it is in', () => {
  expect(findFields([goal], 'jaques')[0]?.within).toEqual([words('Objetivo', 'Goal')])
})
