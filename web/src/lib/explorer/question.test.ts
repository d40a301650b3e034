import { describe, expect, test } from 'vitest'
import { NO_FILTERS, question } from './question'

const place = { rulebook: 'clasico', options: {}, position: 'p' }
const filters = { player: ' Ana ', ratingFrom: 2000, ratingTo: null, yearFrom: null, yearTo: 2010 }

describe('what the server is asked', () => {
  test('names the source, and nothing that was not chosen', () => {
    expect(question(place, 'server', NO_FILTERS)).toEqual({ ...place, source: 'server' })
    expect(question(place, ':Torneos', NO_FILTERS)).toEqual({ ...place, source: 'collection', collection: 'Torneos' })
  })

  test('leaves out the filters that a source does not have', () => {
    expect(question(place, 'mine', filters)).toEqual({ ...place, source: 'mine', year_to: 2010 })
    expect(question(place, ':server', filters)).toEqual({
      ...place,
      source: 'collection',
      collection: 'server',
      player: 'Ana',
      rating_from: 2000,
      year_to: 2010,
    })
  })
})
