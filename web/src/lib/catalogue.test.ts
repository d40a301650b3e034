import en from '$messages/en.json'
import enOfTournaments from '$words/tournament-en'
import es from '$messages/es.json'
import enOfClasses from '$words/classes-en'
import esOfClasses from '$words/classes-es'
import enOfClubs from '$words/clubs-en'
import esOfClubs from '$words/clubs-es'
import enOfPeople from '$words/people-en'
import esOfPeople from '$words/people-es'
import esOfTournaments from '$words/tournament-es'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
const ours = (key: string): boolean => /^(ui|piece|people)\./.test(key)
const spanish: Record<string, string> = { ...es, ...esOfTournaments, ...esOfPeople, ...esOfClasses, ...esOfClubs }
const english: Record<string, string> = { ...en, ...enOfTournaments, ...enOfPeople, ...enOfClasses, ...enOfClubs }
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join('src', name), 'utf8'))
  .join('\n')

describe('the words of the page', () => {
  test('exist in both languages', () => {
    expect(Object.keys(spanish).filter(ours)).toEqual(Object.keys(english).filter(ours))
  })

  test.each(Object.keys(spanish).filter(ours))('%s has the same placeholders in both languages', (key) => {
    expect(placeholders(spanish[key] ?? '')).toEqual(placeholders(english[key] ?? ''))
  })

  test.each([...new Set(Array.from(sources.matchAll(/\b(?:t|lookUp|inBoth)\(\s*['`]([a-z_]+\.[a-z_.]*)/g), ([, key = '']) => key))])(
    '%s is among what the page takes of the catalogue',
    (start) => {
      expect(Object.keys(spanish).some((key) => key.startsWith(start))).toBe(true)
    },
  )

  test.each(Object.keys(spanish).filter(ours))('%s is used', (key) => {
    // A key put together at run time is found by its beginning, as in `ui.side.${side}`.
    const beginnings = key.split('.').map((_, index, parts) => `${parts.slice(0, index).join('.')}.\${`)
    const used = [`'${key}'`, ...beginnings.slice(2).map((start) => `\`${start}`)].some((text) => sources.includes(text))
    expect(used || key.startsWith('ui.result.')).toBe(true)
  })
})
