/** The book as a whole, asked for once in each language: its contents and its glossary. */

import { api } from '../api/client'
import type { ChapterRef, Contents, GlossaryEntry } from '../api/types/manual'
import type { Language } from '../api/types/words'
import { speech } from '../i18n.svelte'

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  const asked = new Map<Language, Promise<T>>()
  return () => {
    const { lang } = speech
    const known = asked.get(lang)
    if (known) return known
    const answer = ask().catch((error: unknown) => {
      asked.delete(lang)
      throw error
    })
    asked.set(lang, answer)
    return answer
  }
}

export const contents = once<Contents>(api.contents)
export const glossary = once<GlossaryEntry[]>(api.glossary)

/** The chapters before and after one, in the order of the book. */
export function neighbours({ parts }: Contents, id: string): { before: ChapterRef | null; after: ChapterRef | null } {
  const chapters = parts.flatMap((part) => part.chapters)
  const here = chapters.findIndex((chapter) => chapter.id === id)
  return { before: chapters[here - 1] ?? null, after: here < 0 ? null : (chapters[here + 1] ?? null) }
}
