/** Rule sheets, as they are edited, checked and saved. */

import type * as schema from '../schema'
import type { Rulebook } from './rulebooks'
import type { Known } from './words'

export type {
  Click,
  Diagram,
  Difference,
  GivenMovement,
  MovementDesign,
  Origin as SheetOrigin,
  Saved as SavedSheet,
  SheetFault,
  Target as MovementTarget,
  Uncovered as VariantLine,
  VariantText,
} from '../schema'

/** A value of a sheet, as JSON has it. */
export type Datum = null | boolean | number | string | Datum[] | { [name: string]: Datum }
export type SheetData = Record<string, Datum>

type Present<Struct> = { [Name in keyof Struct]: Exclude<Struct[Name], null> }

/** `path`: `pieces.*.letter`, where a star stands for any key of a map. What is not said is left out, never null. */
export type SheetField = Known<Present<schema.Field>, { default?: Datum; fields?: SheetField[]; item?: SheetField }>
export type SheetSchema = Known<schema.Schema, { fields: SheetField[] }>
export type CheckedSheet = Known<schema.Checked, { given: SheetData; sheet: SheetData | null; rulebook: Rulebook | null }>
export type SavedSheetDetail = Known<schema.SavedDetail, { sheet: SheetData }>

/** A variants.ini: the names of its sections, and one of them as a sheet; of no use where it has faults. */
export type Variants = Known<schema.Variants, { chosen: Known<schema.Variant, { sheet: SheetData }> }>
