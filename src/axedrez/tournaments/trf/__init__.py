"""Tournament report files of FIDE: TRF16, with the records that pairing programs added to it, and TRF26."""

from axedrez.tournaments.trf.document import ForfeitedMatch, LineUp, Matches, Team, TournamentFile
from axedrez.tournaments.trf.reading import Reading, read
from axedrez.tournaments.trf.writing import written

__all__ = ["ForfeitedMatch", "LineUp", "Matches", "Reading", "Team", "TournamentFile", "read", "written"]
