/** The sheets that were saved from this browser, the latest first. */

import type { SheetData } from '../api/types/sheets'
import { recall, remember } from '../storage'

const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')

export const ownSheets = (): string[] => recall<string[]>('sheets', [], isList)

export function keepSheet(hash: string): void {
  remember('sheets', [hash, ...ownSheets().filter((other) => other !== hash)].slice(0, 200))
}

/** Hands a sheet from one screen to the editor: what a link or a file held. */
class Handed {
  sheet: SheetData | null = null
}

export const handed = new Handed()
