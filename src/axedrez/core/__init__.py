"""The contract and its words. Imports nothing of ours from the other rooms."""

from axedrez.core.conduct import Conduct
from axedrez.core.contract import Game, Move, Position
from axedrez.core.errors import AxedrezError, IllegalMove, NotAllowed, SheetError, TextError
from axedrez.core.history import History
from axedrez.core.outcome import Claim, Outcome, Points, Result
from axedrez.core.scene import GridScene, PointsScene, Scene
from axedrez.core.sides import Side
from axedrez.core.steps import Effect, Refusal, Step, Steps, Told

__all__ = [
    "AxedrezError",
    "Claim",
    "Conduct",
    "Effect",
    "Game",
    "GridScene",
    "History",
    "IllegalMove",
    "Move",
    "NotAllowed",
    "Outcome",
    "Points",
    "PointsScene",
    "Position",
    "Refusal",
    "Result",
    "Scene",
    "SheetError",
    "Side",
    "Step",
    "Steps",
    "TextError",
    "Told",
]
