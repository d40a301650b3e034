/** The manual and the rules as text. */

import type { Square } from './words'

export interface RuleFigure {
  position: string
  marks: Square[]
  arrows: [Square, Square][]
  caption: string
}

/** A field of the sheet by which a decision may be set otherwise; `others` is empty where they cannot be listed. */
export interface RuleSetting {
  path: string
  name: string
  value: string
  others: string[]
}

export interface RuleItem {
  clause: string | null
  /** What the rulebook's source leaves open: `why` it was decided, and how it may be set. */
  decision: boolean
  why: string
  settings: RuleSetting[]
  text: string
  figure: RuleFigure | null
  anchor: string
  /** Words of the glossary in the text. */
  terms: { start: number; end: number; id: string }[]
}

export interface RuleSection {
  title: string
  anchor: string
  /** Written by hand, not from the sheet. */
  prose: boolean
  items: RuleItem[]
}

export interface Rules {
  title: string
  sections: RuleSection[]
}

export interface Contents {
  parts: { title: string; chapters: ChapterRef[] }[]
}

export interface ChapterRef {
  id: string
  title: string
  summary: string | null
  same_law_as: string | null
  sections: { anchor: string; title: string }[]
}

export interface ManualPlace {
  rulebook: string
  title: string
  anchor: string
  /** Its clause, or the title of its section. */
  label: string
}

export interface GlossaryEntry {
  id: string
  term: string
  text: string
  places: ManualPlace[]
  /** The rulebooks in which the word names another piece. */
  elsewhere: { rulebook: string; title: string }[]
}

export interface ManualFindings {
  terms: GlossaryEntry[]
  hits: { section: string; excerpt: string; marks: [from: number, to: number][]; places: ManualPlace[] }[]
  total: number
}
