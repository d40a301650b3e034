"""The review of a game of dice: what each turn gave away in points, what luck brought, and who played better.

The families supply the `EquityAnalyst` (`axedrez.analysis.equity`); docs/analysis.md defines the figures.
"""

from axedrez.analysis.dice.answers import TurnAnswer, TurnQuestion, answer
from axedrez.analysis.dice.cube import CubeDecision
from axedrez.analysis.dice.game_line import DiceLine, DiceTurn
from axedrez.analysis.dice.review import DiceAnalysis, DicePlayer, TurnVerdict, review

__all__ = [
    "CubeDecision",
    "DiceAnalysis",
    "DiceLine",
    "DicePlayer",
    "DiceTurn",
    "TurnAnswer",
    "TurnQuestion",
    "TurnVerdict",
    "answer",
    "review",
]
