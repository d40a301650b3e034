/** Equities of positions of games of dice. */

export type {
  AskEquities,
  ChancesView as Chances,
  EquitiesView,
  EstimateView as Estimate,
  MatchInput,
  MatchStanding,
  PositionIds,
  ThrowView as RatedThrow,
  TurnView as RatedTurn,
} from '../schema'
