/** The manual as a whole, in the language of the page: its contents and its glossary. */

import { api } from '../api/client'
import type { ChapterRef, Contents, GlossaryEntry } from '../api/types/manual'
import type { Language } from '../api/types/words'
import { cached } from '../cached'
import { speech } from '../i18n.svelte'

const contentsIn = cached<Language, Contents>(api.contents)
const glossaryIn = cached<Language, GlossaryEntry[]>(api.glossary)

export const contents = (): Promise<Contents> => contentsIn(speech.lang)
export const glossary = (): Promise<GlossaryEntry[]> => glossaryIn(speech.lang)

/** The chapters before and after one, in the order of the book. */
export function neighbours({ parts }: Contents, id: string): { before: ChapterRef | null; after: ChapterRef | null } {
  const chapters = parts.flatMap((part) => part.chapters)
  const here = chapters.findIndex((chapter) => chapter.id === id)
  return { before: chapters[here - 1] ?? null, after: here < 0 ? null : (chapters[here + 1] ?? null) }
}
