/** The saved sheets that a list of rules offers. */

import type { SavedSheet } from '../api/types/sheets'

/** Those that were saved from this browser, the latest first, and the one that is wanted already. */
export function offered(saved: readonly SavedSheet[], own: readonly string[], wanted = ''): SavedSheet[] {
  const hashes = own.includes(wanted) || wanted === '' ? own : [...own, wanted]
  return hashes.flatMap((hash) => saved.find((sheet) => sheet.hash === hash) ?? [])
}
