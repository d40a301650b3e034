/** Balance reports. */

import type { OptionValue } from './rulebooks'

/** A report to be made of one sheet, or of two to be compared. */
export interface AskBalance {
  sheets: { rulebook: string; options?: Record<string, OptionValue> }[]
  game_count: number
  level: number
}

export interface BalanceView {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  error: string | null
  report: BalanceReport | null
}

export interface BalanceReport {
  title: string
  names: string[]
  headings: string[]
  notes: string[]
  tables: BalanceTable[]
  lengths: { title: string; text: string; bins: { first: number; last: number; counts: number[] }[] }
}

export interface BalanceTable {
  part: string
  title: string
  help: string
  rows: BalanceRow[]
}

/** All estimates of a row, and of its like, lie between `low` and `high`. */
export interface BalanceRow {
  label: string
  cells: (BalanceCell | null)[]
  low: number
  high: number
  difference: BalanceCell | null
}

export interface BalanceCell {
  estimate: { value: number; low: number | null; high: number | null }
  text: string
}
