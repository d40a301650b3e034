/** Equities and rollouts of positions of games of dice. */

export type {
  AskEquities,
  AskRollout,
  ChancesView as Chances,
  CubeJudgement,
  EquitiesView,
  EstimateView as Estimate,
  MatchInput,
  MatchStanding,
  PositionIds,
  RolledOutView as RolledOut,
  RolloutView,
  RollView as RatedRoll,
  ScoreMatrix,
  TurnView as RatedTurn,
} from '../schema'
