/** What this browser can say of the dice of a game: the proof, and what it remembers having been shown. */

import type { DiceFile } from '../api/types/game'
import { DiceFault, verify, type Checked } from './proof'

/** `broken` names the sentence of the catalogue that says what is wrong, with its values. */
export type Verdict =
  | { state: 'committed' }
  | ({ state: 'verified' } & Checked)
  | { state: 'broken'; key: string; details: Record<string, string | number> }

/** What was seen of the seeds while the game was open; empty where nothing was. */
export interface Remembered {
  commitment: string
  seeds: Partial<Record<string, string>>
}

export function verdictOn(file: DiceFile, remembered: Remembered): Verdict {
  const changed = { state: 'broken', key: 'ui.dice.changed', details: {} } as const
  if (remembered.commitment && remembered.commitment !== file.commitment) return changed
  for (const { type, by, data } of file.events) {
    const mine = type === 'seed_revealed' && by ? remembered.seeds[by] : undefined
    if (mine && mine !== data.seed) return changed
  }
  try {
    return { state: 'verified', ...verify(file) }
  } catch (fault) {
    if (!(fault instanceof DiceFault)) throw fault
    if (fault.reason === 'not_revealed') return { state: 'committed' }
    return { state: 'broken', key: `error.dice_${fault.reason}`, details: fault.details }
  }
}
