"""How balanced a rulebook is: self-play games and statistics about them (docs/balance.md)."""

from axedrez.balance.games import GameSummary, Settings, Task, play_game, tasks
from axedrez.balance.render import ReportText, render
from axedrez.balance.report import Report, report
from axedrez.balance.statistics import Estimate

__all__ = [
    "Estimate",
    "GameSummary",
    "Report",
    "ReportText",
    "Settings",
    "Task",
    "play_game",
    "render",
    "report",
    "tasks",
]
