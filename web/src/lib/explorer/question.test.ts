import { describe, expect, test } from 'vitest'
import { NO_FILTERS, question } from './question'

const place = { rulebook: 'clasico', options: {}, position: 'p' }
const filters = { ...NO_FILTERS, result: '1-0' as const, player: ' Ana ', colour: 'black' as const, ratingFrom: 2000, ratingTo: null, yearFrom: null, yearTo: 2010 }

describe('what the server is asked', () => {
  test('names the source, and nothing that was not chosen', () => {
    expect(question(place, 'server', NO_FILTERS)).toEqual({ ...place, source: 'server' })
    expect(question(place, ':Torneos', NO_FILTERS)).toEqual({ ...place, source: 'collection', collection: 'Torneos' })
  })

  test('leaves out the filters that a source does not have', () => {
    expect(question(place, 'mine', filters)).toEqual({ ...place, source: 'mine', result: '1-0', year_to: 2010 })
    expect(question(place, ':server', filters)).toEqual({
      ...place,
      source: 'collection',
      collection: 'server',
      result: '1-0',
      player: 'Ana',
      colour: 'black',
      rating_from: 2000,
      year_to: 2010,
    })
  })

  test('asks for a material in place of the position, in collections', () => {
    const material = { ...NO_FILTERS, material: ' KRkr ' }
    expect(question(place, ':T', material)).toEqual({ rulebook: 'clasico', options: {}, source: 'collection', collection: 'T', material: 'KRkr' })
    expect(question(place, 'server', material)).toEqual({ ...place, source: 'server' })
  })

  test('asks for all games of a player', () => {
    const anywhere = { ...NO_FILTERS, player: 'Ana', anywhere: true }
    expect(question(place, ':T', anywhere)).toEqual({ ...place, source: 'collection', collection: 'T', player: 'Ana', anywhere: true })
    expect(question(place, ':T', { ...anywhere, material: 'KRkr' })).not.toHaveProperty('anywhere')
    expect(question(place, ':T', { ...anywhere, player: ' ' })).not.toHaveProperty('anywhere')
    expect(question(place, 'mine', anywhere)).toEqual({ ...place, source: 'mine' })
  })

  test('says no side without a player', () => {
    expect(question(place, ':T', { ...NO_FILTERS, player: ' ', colour: 'white' })).toEqual({ ...place, source: 'collection', collection: 'T' })
  })
})
