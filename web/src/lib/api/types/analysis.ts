/** Analyses of games, hints and threats. */

import type * as schema from '../schema'

export type { AnalysisView, EngineView, HintView, JudgedTurn, ThreatView, TutorView } from '../schema'
export type { AskEvaluation as AskLook, EvaluationView as LookView } from '../schema'
export type { LineText as AnalysedLine, MoveReport as AnalysedMove, StandingText as AnalysedStanding } from '../schema'

export type Grade = schema.MoveReport['grade']
export type AnalysisReport = schema.Report

export type { Chances, CubeReport, DicePlayerReport, DiceReport, DiceTurnReport, RatedTurnText } from '../schema'
export type DiceGrade = schema.TutorView['grade']
