/** Rule sheets, as they are edited, checked and saved. */

import type { Rules } from './manual'
import type { Rulebook } from './rulebooks'
import type { Square, Words } from './words'

/** A value of a sheet, as JSON has it. */
export type Datum = null | boolean | number | string | Datum[] | { [name: string]: Datum }
export type SheetData = Record<string, Datum>

export interface SheetField {
  /** `pieces.*.letter`: a star stands for any key of a map. */
  path: string
  kind: 'boolean' | 'choice' | 'number' | 'text' | 'words' | 'list' | 'map' | 'table' | 'data'
  names: Words
  help: Words
  format?: string
  required?: boolean
  nullable?: boolean
  default?: Datum
  min?: number
  max?: number
  whole?: boolean
  pattern?: string
  max_length?: number
  length?: number
  keys?: string
  options?: { value: string | number; names: Words }[]
  fields?: SheetField[]
  item?: SheetField
}

export interface SheetSchema {
  family: string
  fields: SheetField[]
}

export interface SheetFault {
  field: string
  reason: string
  message: string
}

export interface Diagram {
  piece: string
  letter: string
  square: Square
  moves: Square[]
  captures: Square[]
  hurdles: Square[]
}

export interface Difference {
  path: string
  text: string
}

export interface SheetOrigin {
  id: string
  names: Words
}

export interface CheckedSheet {
  valid: boolean
  faults: SheetFault[]
  given: SheetData
  hash: string | null
  sheet: SheetData | null
  rulebook: Rulebook | null
  rules: Rules | null
  parent: SheetOrigin | null
  differences: Difference[]
  diagrams: Diagram[]
}

/** An option as a line of the file says it. */
export interface VariantLine {
  option: string
  value: string
  line: number
}

/** A variants.ini: the names of its sections, and one of them as a sheet; of no use where it has faults. */
export interface Variants {
  sections: string[]
  chosen: {
    name: string
    line: number
    sheet: SheetData
    uncovered: VariantLine[]
    faults: string[]
    /** Lines that a later one about the same option makes void. */
    outdone: VariantLine[]
    /** The section that it derives from, if that is refused too; else empty. */
    refused_parent: string
  }
}

/** A rulebook as a section of a variants.ini, and what that cannot say. */
export interface VariantText {
  file: string
  text: string
  unsaid: Difference[]
}

export interface SavedSheet {
  hash: string
  names: Words
  parent: string | null
  created_at: number
}

export interface SavedSheetDetail extends SavedSheet {
  sheet: SheetData
  origin: SheetOrigin | null
  differences: Difference[]
  diagrams: Diagram[]
}
