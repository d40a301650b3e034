/** The message catalogue, shared with the server. Only the language of the page is loaded. */

import type en from '$messages/en.json'
import type es from '$messages/es.json'
import { speak } from './api/client'
import type { Language, Words } from './api/types/words'
import { Preference } from './preference.svelte'
import { oneOf } from './storage'

export type MessageKey = keyof typeof es & keyof typeof en
type Catalogue = Record<string, string>

const LANGUAGES: Language[] = ['es', 'en']
type Sources = Record<Language, () => Promise<{ default: Catalogue }>>
const sources: Sources = {
  es: () => import('$messages/es.json'),
  en: () => import('$messages/en.json'),
}
const catalogues: Partial<Record<Language, Catalogue>> = {}
/** What only some screens say (`vite.config.ts` tells which keys). */
export type Part = 'classes' | 'clubs' | 'people' | 'tournament'
const parts: Record<Part, typeof sources> = {
  people: { es: () => import('$words/people-es'), en: () => import('$words/people-en') },
  tournament: { es: () => import('$words/tournament-es'), en: () => import('$words/tournament-en') },
  classes: { es: () => import('$words/classes-es'), en: () => import('$words/classes-en') },
  clubs: { es: () => import('$words/clubs-es'), en: () => import('$words/clubs-en') },
}
const needed: Part[] = []
/** The languages whose words are here, or coming. */
const begun: Language[] = []

async function load(lang: Language): Promise<void> {
  if (!begun.includes(lang)) begun.push(lang)
  const words = await Promise.all([sources, ...needed.map((part) => parts[part])].map((source) => source[lang]()))
  // A part that was asked for meanwhile may be here before.
  catalogues[lang] = Object.assign({}, catalogues[lang], ...words.map((each) => each.default)) as Catalogue
}

const comings: Partial<Record<Part, Promise<unknown>>> = {}

/** Loads the words of a part; from now on they come with each language that is shown. */
export function loadPart(part: Part): Promise<unknown> {
  if (!needed.includes(part)) needed.push(part)
  comings[part] ??= Promise.all(begun.map(load)).catch((fault: unknown) => {
    comings[part] = undefined // the next one who needs it asks again
    throw fault
  })
  return comings[part]
}

/** Loads every language, for what is worded in all of them. */
export const loadAll = (): Promise<unknown> => Promise.all(LANGUAGES.map(load))

/** Fills the `{placeholders}` of a message; one without a value stays as it is, so that it is seen. */
function fill(template: string, values: Record<string, string | number> = {}): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole))
}

const isLanguage = oneOf<Language>(...LANGUAGES)

/** The language in the address, as in `/manual/clasico?lang=en`; it is not remembered. */
function askedFor(): Language | null {
  const asked = new URLSearchParams(location.search).get('lang')
  return isLanguage(asked) ? asked : null
}

/** The language in which the server has sent the document: the one that the browser prefers. */
function ofDocument(): Language {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : 'es'
}

class Speech {
  #asked = askedFor()
  /** Of several changes in a row the last one counts, however long its words take to arrive. */
  #wanted: Language = 'es'
  #shown = $state<Language>(this.#asked ?? ofDocument())
  /** Settled once there are words to show. */
  ready: Promise<void> = Promise.resolve()
  readonly #preference = new Preference<Language>('language', ofDocument(), isLanguage, (lang) => {
    this.ready = this.#show(this.#asked ?? lang)
  })

  get lang(): Language {
    return this.#shown
  }

  set lang(lang: Language) {
    this.#asked = null
    this.#preference.value = lang
    this.ready = this.#show(lang)
  }

  async #show(lang: Language): Promise<void> {
    this.#wanted = lang
    if (!catalogues[lang]) await load(lang)
    if (this.#wanted !== lang) return
    this.#shown = lang
    document.documentElement.lang = lang
    speak(lang)
  }
}

export const speech = new Speech()

/** A message of the catalogue. */
export function t(key: MessageKey, values?: Record<string, string | number>): string {
  return lookUp(key, key, values)
}

/** A message whose key is put together at run time; `otherwise` where the catalogue has none. */
export function lookUp(key: string, otherwise: string, values?: Record<string, string | number>): string {
  return fill(catalogues[speech.lang]?.[key] ?? otherwise, values)
}

/** A message in both languages; the values as the two languages have them. */
export async function inBoth(key: MessageKey, values: Record<string, Words>): Promise<Words> {
  await loadAll()
  const said = (lang: Language): string =>
    fill(catalogues[lang]?.[key] ?? key, Object.fromEntries(Object.entries(values).map(([name, words]) => [name, words[lang]])))
  return { es: said('es'), en: said('en') }
}

/** The wording in the chosen language of a text that the server sends in both. */
export const inWords = (words: Words): string => words[speech.lang]
