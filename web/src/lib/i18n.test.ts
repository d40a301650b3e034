// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { inBoth, lookUp, speech, t } from './i18n.svelte'

beforeEach(() => {
  speech.lang = 'es'
})

describe('a message', () => {
  test('is in the language of the page, which the document names too', () => {
    expect(t('ui.moves')).toBe('Jugadas')
    speech.lang = 'en'
    expect(t('ui.moves')).toBe('Moves')
    expect(document.documentElement.lang).toBe('en')
  })

  test('has its placeholders filled; unknown ones stay', () => {
    expect(lookUp('no.such.key', '{a} y {b}', { a: 1 })).toBe('1 y {b}')
  })

  test('takes no words that every object has for values', () => {
    expect(lookUp('no.such.key', '{toString}', {})).toBe('{toString}')
  })

  test('comes in both languages, with the values of each', async () => {
    const reply = { es: 'Cf3', en: 'Nf3' }
    const { es, en } = await inBoth('ui.puzzle.more', { reply })
    expect([es.includes('Cf3'), en.includes('Nf3')]).toEqual([true, true])
  })
})
