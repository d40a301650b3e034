/** The message catalogue, shared with the Python side, in the language that the user chose. */

import en from '$messages/en.json'
import es from '$messages/es.json'
import { speak } from './api/client'
import type { Language, Words } from './api/types'
import { fill } from './fill'
import { oneOf, recall, remember } from './storage'

export type MessageKey = keyof typeof es & keyof typeof en

const catalogues: Record<Language, Record<string, string>> = { es, en }

class Speech {
  #lang = $state<Language>(recall('language', 'es', oneOf<Language>('es', 'en')))

  constructor() {
    this.#apply()
  }

  get lang(): Language {
    return this.#lang
  }

  set lang(lang: Language) {
    this.#lang = lang
    remember('language', lang)
    this.#apply()
  }

  #apply(): void {
    document.documentElement.lang = this.#lang
    speak(this.#lang)
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

/** The wording in the chosen language of a text that the server sends in both. */
export const inWords = (words: Words): string => words[speech.lang]
