import en from '$messages/en.json'
import es from '$messages/es.json'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
const ours = (key: string): boolean => /^(ui|piece)\./.test(key)
const spanish: Record<string, string> = es
const english: Record<string, string> = en
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

  test.each(Object.keys(spanish).filter(ours))('%s is used', (key) => {
    // A key put together at run time is found by its beginning, as in `ui.side.${side}`.
    const beginnings = key.split('.').map((_, index, parts) => `${parts.slice(0, index).join('.')}.\${`)
    const used = [`'${key}'`, ...beginnings.slice(2).map((start) => `\`${start}`)].some((text) => sources.includes(text))
    expect(used || key.startsWith('ui.result.')).toBe(true)
  })
})
