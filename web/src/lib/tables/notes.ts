/** What is to be known of the cells of a tables board: who is protected, who waits, who may depart. */

import type { PointsScene, Step } from '../api/types/board'
import type { Side } from '../api/types/words'
import type { PieceSet } from '../board/piece-set'
import { lettersInWords } from '../board/words'
import { inWords, speech, t } from '../i18n.svelte'
import { cellOf, type Cell } from './cells'
import type { TurnDraft } from './draft.svelte'
import { readSubmove } from './submove'
import { letterOf } from './words'

export interface Note {
  text: string
  clause: string | null
  /** The letters of the pieces that are protected, where the note is of that. */
  pieces?: string
}

export type Notes = Record<Cell, Note[]>

/** The notes on a turn under way; `options` may follow. */
export function notesOf(scene: PointsScene, draft: TurnDraft, options: Step[], set: PieceSet): Notes {
  const notes: Notes = {}
  const add = (cell: Cell, note: Note): void => {
    notes[cell] = [...(notes[cell] ?? []), note]
  }
  for (const { place, pieces, by, reason, clause } of draft.protected) {
    const words = { by: set.name(by, speech.lang).toLowerCase(), pieces: lettersInWords(pieces, set) }
    add(place, { text: t(`ui.tables.protected.${reason}`, words), clause, pieces })
  }
  for (const [cell, note] of waiting(draft.taken, scene.mover)) add(cell, note)
  const clause = scene.clauses.departure
  const departing = options.find((step) => scene.home.includes(letterOf(step, scene.mover)))
  if (clause !== undefined && departing) add(cellOf(departing.origin, scene.mover), { text: t('ui.tables.note.departs'), clause })
  return notes
}

function waiting(taken: Step[], mover: Side): Map<Cell, Note> {
  const found = new Map<Cell, Note>()
  for (const step of taken) {
    const move = readSubmove(step.label)
    const told = step.told.at(-1)
    if (move?.act === 'wait' && told) found.set(cellOf(move.target, mover), { ...told, text: inWords(told.text) })
    if (move?.act === 'joint') found.delete(cellOf(move.target, mover))
  }
  return found
}
