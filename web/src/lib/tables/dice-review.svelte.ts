/** The analysis of a game of dice on its board: the marks of turns, and an alternative to the turn that is shown. */

import { Analysis } from '../analysis/analysis.svelte'
import type { CourseMark } from '../analysis/drawing'
import type { CubeReport, DiceGrade, DiceReport, DiceTurnReport, RatedTurnText } from '../api/types/analysis'
import type { GameView } from '../api/types/game'
import type { MoveSigns } from '../game/move-notes'
import type { Replay } from '../game/replay.svelte'
import { lookUp, t } from '../i18n.svelte'
import { placementOf, type Cell, type Placement } from './cells'
import { readPosition } from './position-text'
import { arrowsOf, cellsOf, readTurn } from './submove'

/** As far ahead as a hint looks. */
export const HINT_PLY = 1
const KINDS: Partial<Record<DiceGrade, CourseMark['kind']>> = { bad: 'mistake', very_bad: 'blunder' }

export class DiceReview {
  readonly analysis: Analysis
  #chosen = $state.raw<{ ply: number; move: string } | null>(null)

  constructor(
    private readonly game: { readonly id: string; readonly view: Pick<GameView<unknown>, 'outcome' | 'moves'> | null },
    private readonly viewpoint: Pick<Replay, 'shown'>,
  ) {
    this.analysis = new Analysis(game.id)
  }

  /** The report; none while the game goes on, nor where it ended otherwise since. */
  get report(): DiceReport | null {
    const { view } = this.game
    const { dice } = this.analysis
    const fits = view?.outcome && dice?.turns.length === view.moves.length
    return fits && dice.turns.every(({ move }, index) => move === view.moves[index]?.move) ? dice : null
  }

  /** The turn that is shown; none at the start. */
  get turn(): DiceTurnReport | undefined {
    return this.report?.turns[this.viewpoint.shown - 1]
  }

  /** The decisions about the cube before the turn that is shown, or after the last one. */
  get cube(): CubeReport[] {
    const { report, viewpoint } = this
    if (!report) return []
    const isLast = viewpoint.shown === report.turns.length
    return report.cube.filter(({ ply }) => ply === viewpoint.shown - 1 || (isLast && ply === viewpoint.shown))
  }

  /** The alternative that is on the board. */
  get alternative(): RatedTurnText | null {
    const chosen = this.#chosen
    const { turn } = this
    if (!turn || chosen?.ply !== turn.ply) return null
    return turn.turns.find(({ move, is_played }) => move === chosen.move && !is_played) ?? null
  }

  get placement(): Placement | null {
    return this.alternative ? placementOf(readPosition(this.alternative.after)) : null
  }

  get cells(): Cell[] {
    const { alternative, turn } = this
    return alternative && turn ? cellsOf(readTurn(alternative.move), turn.side) : []
  }

  get arrows(): [Cell, Cell][] {
    const { alternative, turn } = this
    return alternative && turn ? arrowsOf(readTurn(alternative.move), turn.side) : []
  }

  /** Shows an alternative to the turn that is shown, or the turn itself again. */
  choose(move: string | null): void {
    const { turn } = this
    this.#chosen = turn && move !== null ? { ply: turn.ply, move } : null
  }

  /** The signs of the report, such as ?!, by ply. */
  get signs(): MoveSigns {
    const signed = (this.report?.turns ?? []).filter(({ sign }) => sign)
    return Object.fromEntries(signed.map(({ ply, sign, grade }) => [ply, { sign, words: lookUp(`ui.dice_report.${grade}`, '') }]))
  }

  /** What the report is called as a file. */
  get fileName(): string {
    return `axedrez-${this.game.id.slice(0, 8)}.txt`
  }

  close(): void {
    this.analysis.close()
  }
}

/** What White expects after each turn, 0 … 1: a win, and half of what is drawn. */
export const courseOf = ({ turns }: DiceReport): number[] => {
  const [first] = turns
  const standings = [first?.before ?? first?.after, ...turns.map(({ after }) => after)]
  return standings.map((standing) => (standing ? standing.win + standing.drawn / 2 : 0.5))
}

export const marksOf = ({ turns }: DiceReport): CourseMark[] =>
  turns.filter(({ sign }) => sign).map(({ ply, grade }) => ({ ply, kind: KINDS[grade] ?? '' }))

/** The report as a text for a file. */
export function reportText(report: DiceReport, title: string): string {
  const lines = [title, '']
  for (const turn of report.turns) {
    for (const decision of report.cube) if (decision.ply === turn.ply - 1 && isTold(decision)) lines.push(`    ${decision.text}`)
    lines.push(`${String(turn.ply)}. ${turnHead(turn)}`, `    ${turn.comment}`, ...turn.reasons.map((reason) => `    ${reason}`))
  }
  for (const decision of report.cube) if (decision.ply === report.turns.length && isTold(decision)) lines.push(`    ${decision.text}`)
  return [...lines, '', ...report.players.map(({ text }) => text), report.text, report.method, ''].join('\n')
}

/** «Blancas, 3-1: 8/5 6/5?!» */
export const turnHead = ({ side, dice, text, sign }: DiceTurnReport): string =>
  t('ui.say.move', { side: `${t(`ui.side.${side}`)}, ${[...dice].join('-')}`, move: `${text}${sign}` })

/** Whether something was done about the cube, or should have been. */
export const isTold = ({ act, sign }: CubeReport): boolean => act !== 'no_double' || sign !== ''
