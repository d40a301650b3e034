/** Sheets as JSON: reading and changing a value at a path, and the difference between two. */

import type { Datum, SheetData } from '../api/types/sheets'

export type Path = string[]

export const pathOf = (text: string): Path => text.split('.')

export const isTable = (value: Datum | undefined): value is SheetData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function at(data: Datum | undefined, [name, ...rest]: Path): Datum | undefined {
  if (name === undefined) return data
  return isTable(data) ? at(data[name], rest) : undefined
}

/** The data with another value at a place; undefined takes the place out. */
export function put(data: SheetData, [name = '', ...rest]: Path, value: Datum | undefined): SheetData {
  const inner = data[name]
  const next = rest.length === 0 ? value : put(isTable(inner) ? inner : {}, rest, value)
  if (next !== undefined) return { ...data, [name]: next }
  return Object.fromEntries(Object.entries(data).filter(([other]) => other !== name))
}

export function equal(one: Datum | undefined, other: Datum | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => equal(value, other[index]))
  if (isTable(one) && isTable(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names].every((name) => equal(one[name], other[name]))
  }
  return one === other
}

/** The differences of `data` from `base`, as a sheet that extends it: a removed table is `false`. */
export function difference(base: SheetData, data: SheetData): SheetData {
  const changed: SheetData = {}
  for (const [name, value] of Object.entries(data)) {
    const before = base[name]
    if (equal(value, before)) continue
    changed[name] = isTable(value) && isTable(before) ? difference(before, value) : value
  }
  for (const [name, value] of Object.entries(base)) {
    if (!(name in data)) changed[name] = isTable(value) ? false : []
  }
  return changed
}
