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
const inSources = (pattern: RegExp): Set<string> => new Set(Array.from(sources.matchAll(pattern), ([, found = '']) => found))
const keys = Object.keys(spanish)

// One test for all keys, not one for each: there are thousands.
describe('the words of the page', () => {
  test('exist in both languages', () => {
    expect(keys.filter(ours)).toEqual(Object.keys(english).filter(ours))
  })

  test('have the same placeholders in both languages', () => {
    const differ = keys.filter(ours).filter((key) => placeholders(spanish[key] ?? '').join() !== placeholders(english[key] ?? '').join())
    expect(differ).toEqual([])
  })

  test('are among what the page takes of the catalogue', () => {
    const asked = [...inSources(/\b(?:t|lookUp|inBoth)\(\s*['`]([a-z_]+\.[a-z_.]*)/g)]
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((start) => !keys.some((key) => key.startsWith(start)))).toEqual([])
  })

  test('are all used', () => {
    const whole = inSources(/'([\w.-]+)'/g)
    // A key put together at run time is found by its beginning, as in `ui.side.${side}`.
    const beginnings = inSources(/`([\w.-]+\.)\$\{/g)
    const isUsed = (key: string): boolean =>
      whole.has(key) || key.startsWith('ui.result.') || key.split('.').some((_, index, parts) => index > 1 && beginnings.has(`${parts.slice(0, index).join('.')}.`))
    expect(keys.filter(ours).filter((key) => !isUsed(key))).toEqual([])
  })
})
