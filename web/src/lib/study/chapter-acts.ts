/** What is done to a study and its chapters, other than in their trees; and what takes it back. */

import type { ChapterView, StudyView } from '../api/schema'
import type { StudyEdit } from './edits'

type Acts = 'rename_study' | 'rename_chapter' | 'turn_chapter' | 'header' | 'move_chapter'
export type ChapterAct = Extract<StudyEdit, { type: Acts }> | { type: 'remove_chapter'; chapter: string }

/** An act as it can be undone. */
export interface Done {
  act: ChapterAct
  back: StudyEdit
  /** What it was done to: the title that it had, or the name of a header. */
  of: string
  /** The place of the chapter then. */
  index: number
}

interface Known {
  study: Pick<StudyView, 'title' | 'chapters'>
  /** The chapter that is open. */
  chapter: Pick<ChapterView, 'id' | 'headers'>
}

const indexOf = ({ study }: Known, chapter: string): number => study.chapters.findIndex(({ id }) => id === chapter)

/** How an act is undone that is about to be done; null where it changes nothing, or nothing that is known. */
export function undoing(known: Known, act: ChapterAct): Done | null {
  const { study, chapter } = known
  if (act.type === 'rename_study')
    return act.title === study.title ? null : { act, back: { ...act, title: study.title }, of: study.title, index: -1 }
  const index = indexOf(known, act.chapter)
  const head = study.chapters[index]
  if (!head) return null
  const of = head.title
  switch (act.type) {
    case 'rename_chapter':
      return act.title === of ? null : { act, back: { ...act, title: of }, of, index }
    case 'turn_chapter':
      return act.near === head.near ? null : { act, back: { ...act, near: head.near }, of, index }
    case 'move_chapter':
      return act.index === index ? null : { act, back: { ...act, index }, of, index }
    case 'header': {
      const value = valueOf(known, act)
      return act.chapter !== chapter.id || act.value === value ? null : { act, back: { ...act, value }, of: act.name, index }
    }
    case 'remove_chapter':
      return { act, back: { type: 'restore_chapter', chapter: act.chapter }, of, index }
  }
}

/** An edit with what its writer saw, if it does not say so: the server refuses to overwrite anything else. */
export function based(known: Known, edit: StudyEdit): StudyEdit {
  switch (edit.type) {
    case 'rename_study':
      return { ...edit, base: edit.base ?? known.study.title }
    case 'rename_chapter':
      return { ...edit, base: edit.base ?? known.study.chapters[indexOf(known, edit.chapter)]?.title ?? '' }
    case 'header':
      return { ...edit, base: edit.base ?? valueOf(known, edit) }
    default:
      return edit
  }
}

/** Whether the server may refuse an edit although nothing is wrong with it: others are not to be refused with it. */
export const mayCollide = ({ type }: StudyEdit): boolean => type === 'rename_study' || type === 'rename_chapter' || type === 'header'

/** Whether what an act has made is still so: what others did since then is not undone with it. */
export function stillStands(known: Known, { act }: Done): boolean {
  const { study, chapter } = known
  if (act.type === 'rename_study') return study.title === act.title
  const index = indexOf(known, act.chapter)
  if (act.type === 'remove_chapter') return index < 0
  const head = study.chapters[index]
  switch (act.type) {
    case 'rename_chapter':
      return head?.title === act.title
    case 'turn_chapter':
      return head?.near === act.near
    case 'move_chapter':
      return index === act.index
    case 'header':
      return act.chapter === chapter.id && valueOf(known, act) === act.value
  }
}

const valueOf = ({ chapter }: Known, { name }: { name: string }): string => (chapter.headers as Record<string, string>)[name] ?? ''
