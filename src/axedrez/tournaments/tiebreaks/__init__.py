"""Standings with the tie-breaks of FIDE (C.07, in force since March 2026); each value is shown with its terms."""

from axedrez.tournaments.tiebreaks.codes import CODES, TieBreak, tie_break
from axedrez.tournaments.tiebreaks.ranking import BOARD_POINTS, Standing, board_sums, ranked
from axedrez.tournaments.tiebreaks.values import Shown, Term

__all__ = ["BOARD_POINTS", "CODES", "Shown", "Standing", "Term", "TieBreak", "board_sums", "ranked", "tie_break"]
