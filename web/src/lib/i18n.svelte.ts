/** The message catalogue, shared with the server, in the language of the page. */

import en from '$messages/en.json'
import es from '$messages/es.json'
import { speak } from './api/client'
import type { Language, Words } from './api/types/words'
import { Preference } from './preference.svelte'
import { oneOf } from './storage'

export type MessageKey = keyof typeof es & keyof typeof en

const catalogues: Record<Language, Record<string, string>> = { es, en }

/** Fills the `{placeholders}` of a message; one without a value stays as it is, so that it is seen. */
function fill(template: string, values: Record<string, string | number> = {}): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole))
}

const isLanguage = oneOf<Language>('es', 'en')

/** The language in the address, as in `/manual/clasico?lang=en`; it is not remembered. */
function askedFor(): Language | null {
  const asked = new URLSearchParams(location.search).get('lang')
  return isLanguage(asked) ? asked : null
}

class Speech {
  #asked = $state(askedFor())
  readonly #preference = new Preference<Language>('language', 'es', isLanguage, (lang) => {
    this.#apply(this.#asked ?? lang)
  })

  get lang(): Language {
    return this.#asked ?? this.#preference.value
  }

  set lang(lang: Language) {
    this.#asked = null
    this.#preference.value = lang
    this.#apply(lang)
  }

  #apply(lang: Language): void {
    document.documentElement.lang = lang
    speak(lang)
  }
}

export const speech = new Speech()

/** A message of the catalogue. */
export function t(key: MessageKey, values?: Record<string, string | number>): string {
  return fill(catalogues[speech.lang][key] ?? key, values)
}

/** A message whose key is put together at run time; `otherwise` where the catalogue has none. */
export function lookUp(key: string, otherwise: string, values?: Record<string, string | number>): string {
  return fill(catalogues[speech.lang][key] ?? otherwise, values)
}

/** A message in both languages; the values as the two languages have them. */
export function inBoth(key: MessageKey, values: Record<string, Words>): Words {
  const said = (lang: Language): string =>
    fill(catalogues[lang][key] ?? key, Object.fromEntries(Object.entries(values).map(([name, words]) => [name, words[lang]])))
  return { es: said('es'), en: said('en') }
}

/** The wording in the chosen language of a text that the server sends in both. */
export const inWords = (words: Words): string => words[speech.lang]
