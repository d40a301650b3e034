"""How balanced a rulebook is: games of the computer with itself, and what they tell (docs/balance.md)."""

from axedrez.balance.games import GameSummary, Settings, Task, play_game, tasks
from axedrez.balance.report import Report, report
from axedrez.balance.statistics import Estimate
from axedrez.balance.telling import Told, tell

__all__ = ["Estimate", "GameSummary", "Report", "Settings", "Task", "Told", "play_game", "report", "tasks", "tell"]
