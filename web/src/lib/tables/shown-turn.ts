/** What is seen and said of a turn that is shown step by step. */

import type { PointsScene, Told } from '../api/types/board'
import type { GameView, PlayedMove } from '../api/types/game'
import type { PieceSet } from '../board/piece-set'
import { inWords, t } from '../i18n.svelte'
import { cellOf, placementOf, type Cell, type Placement } from './cells'
import { diceOf, type Die } from './dice'
import { withStep } from './draft.svelte'
import { readPosition } from './position-text'
import { faceOf, readSubmove } from './submove'
import { stepsOf, type ShownTurn } from './turn-show.svelte'
import { submoveInWords } from './words'

/** The dice of a move, «5-2»; empty where none were rolled. */
export const rollText = ({ roll }: Pick<PlayedMove, 'roll'>): string => [...(roll ?? '')].join('-')

export function placementOfShown(view: Pick<GameView<PointsScene>, 'moves' | 'start'>, { move, stage }: ShownTurn): Placement {
  const before = placementOf(readPosition(view.moves[move.ply - 2]?.position ?? view.start))
  return stepsOf(move).slice(0, stage).reduce(withStep, before)
}

export function diceOfShown({ move, stage }: ShownTurn): Die[] {
  const [high, low] = [...(move.roll ?? '')].map(Number)
  if (!high || !low) return []
  const steps = stepsOf(move)
  const used = steps.slice(0, stage).map(({ choice }) => faceOf(choice))
  return diceOf([high, low], used, stage > 0 && stage >= steps.length)
}

/** Where the last step that is shown has led. */
export function cellsOfShown({ move, stage }: ShownTurn): Cell[] {
  const step = readSubmove(stepsOf(move)[stage - 1]?.label ?? '')
  return step ? [cellOf(step.origin, move.by), cellOf(step.target, move.by)] : []
}

export interface Line {
  /** The step itself. */
  path: string
  /** What it did by the rules. */
  told: Told[]
}

/** The steps of a turn in words, each with what it did. */
export function linesOf(move: PlayedMove, set: PieceSet): Line[] {
  let from = 0
  return stepsOf(move).map(({ label, choice, told }) => {
    from += told
    return { path: submoveInWords(label, choice, set), told: move.told.slice(from - told, from) }
  })
}

/** A stage as it is read aloud. */
export function stageInWords({ move, stage }: ShownTurn, set: PieceSet): string {
  const roll = rollText(move)
  if (stage === 0) return t('ui.tables.rolled', { side: t(`ui.side.${move.by}`), roll })
  const line = linesOf(move, set)[stage - 1]
  if (!line) return t(`ui.tables.passed.${move.by}`, { roll })
  return [line.path, ...line.told.map(({ text }) => inWords(text))].join(' ')
}
