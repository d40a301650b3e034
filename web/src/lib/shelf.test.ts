import { describe, expect, test } from 'vitest'
import type { RulebookSummary } from './api/types/rulebooks'
import { isFound, onShelf, type Theme } from './shelf'

const game = (id: string, theme: Theme, es: string, en: string, summary = ''): RulebookSummary => ({
  id, theme, names: { es, en }, summary: summary ? { es: summary, en: summary } : null,
  family: 'chess', group: 'gallery', same_law_as: null, picture: null, guide: false,
})
const games = [
  game('antichess', 'goal', 'Antiajedrez', 'Antichess', 'Gana quien se queda sin piezas.'),
  game('los-alamos', 'pieces', 'Los Álamos', 'Los Alamos', 'Un tablero de 6×6 sin alfiles.'),
  game('progressive', 'turns', 'Progresivo', 'Progressive'),
]
const ids = (query: string, theme: Theme | 'all' = 'all'): string[] =>
  onShelf(games, query, theme).flatMap((part) => part.games.map(({ id }) => id))

describe('the shelf of modified games', () => {
  test.each([
    ['alamos', ['los-alamos']],
    ['  ÁLAMOS ', ['los-alamos']],
    ['progresivo', ['progressive']],
    ['Progressive', ['progressive']],
    ['sin piezas', ['antichess']],
    ['piezas sin', ['antichess']],
    ['alfil 6×6', ['los-alamos']],
    ['', ['progressive', 'los-alamos', 'antichess']],
    ['nada así', []],
  ])('%j is looked for without accents and capitals, in both languages', (query, found) => {
    expect(ids(query)).toEqual(found)
  })

  test('may be limited to what a game is about', () => {
    expect(ids('', 'goal')).toEqual(['antichess'])
    expect(ids('alamos', 'goal')).toEqual([])
  })

  test('has games that say nothing of themselves', () => {
    expect(isFound({ names: { es: 'Ñandú', en: 'Rhea' }, summary: null }, 'nandu')).toBe(true)
  })
})
