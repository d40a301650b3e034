/** An analysis as arrows and as a graph. */

import type { AnalysedLine, AnalysedStanding, AnalysisReport } from '../api/types/analysis'
import type { Square } from '../api/types/words'

/** The assessment after `ply` moves. */
export const standingAfter = (report: AnalysisReport, ply: number): AnalysedStanding => report.moves[ply - 1]?.standing ?? report.start

/** The best line after `ply` moves, if the game was not over there. */
export const bestAfter = (report: AnalysisReport, ply: number): AnalysedLine | null =>
  ply < report.moves.length ? (report.moves[ply]?.best ?? null) : report.next

/** The arrow of a line; none for what does not go from square to square. */
export const arrowOf = (line: { origin: string; target: string | null } | null | undefined): [Square, Square][] =>
  line?.origin && line.target && !line.origin.endsWith('@') ? [[line.origin, line.target]] : []

/** What White expects after each number of moves, 0 … 1. */
export const courseOf = (report: AnalysisReport): number[] =>
  [report.start, ...report.moves.map(({ standing }) => standing)].map(({ expected }) => expected)

/** A course as points of a drawing that is 100 high and one wide for each move: above, White is better. */
export const curve = (course: number[]): [x: number, y: number][] => course.map((expected, ply) => [ply, 100 - 100 * expected])

/** A move that is marked on the course of a game. */
export interface CourseMark {
  ply: number
  kind: 'mistake' | 'blunder' | 'best' | ''
}

/** The moves with a sign, as they are marked. */
export const marksOf = (report: AnalysisReport): CourseMark[] =>
  report.moves
    .filter(({ sign }) => sign !== '')
    .map(({ ply, grade }) => ({ ply, kind: grade === 'mistake' || grade === 'blunder' || grade === 'best' ? grade : '' }))

/** Which number of moves lies nearest to a place of the curve, 0 … 1 from its left. */
export const plyAt = (share: number, plies: number): number => Math.min(plies, Math.max(0, Math.round(share * plies)))
