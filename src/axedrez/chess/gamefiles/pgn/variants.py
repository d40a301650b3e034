"""The names that PGN files of other programs give to the games that we know."""

from __future__ import annotations

import re
from typing import NamedTuple


class Rulebook(NamedTuple):
    """A rulebook with the options that it needs."""

    rulebook: str
    options: tuple[tuple[str, object], ...] = ()


STANDARD = "clasico"

_NAMES: dict[Rulebook, str] = {
    Rulebook(STANDARD): """standard chess classical classic normal orthodox orthodoxchess regular regularchess
        international western fromposition setup setupchess illegal standardchess westernchess clasico clásico ajedrez
        nocastlelimited wild0 wild1 wild2 wild3 wild4 wild5 wild6 wild7 wild8 wild8a wild19 wild20""",
    Rulebook("chess960"): """chess960 chess9lx fischerandom fischerrandom fischerandomchess fischerrandomchess fischer
        fischerrandomchess960 frc chess960frc freestyle freestylechess wildfr wild22 960 shufflechess960""",
    Rulebook("three-check"): "threecheck threechecks 3check 3checks threecheckchess 3checkchess 3ch wild25 triplecheck",
    Rulebook("three-check", (("goal.checks", 5),)): "fivecheck fivechecks 5check 5checks",
    Rulebook("king-of-the-hill"): "kingofthehill koth kingofthehillchess",
    Rulebook("racing-kings"): "racingkings racingking racing race racingkingschess",
    Rulebook("antichess"): """antichess anti giveaway giveawaychess takemethechess losingchess losing takeall wild26
        antichessgiveaway""",
    Rulebook("crazyhouse"): "crazyhouse zh house crazyhousechess wild23",
    Rulebook("atomic"): "atomic atom atomicchess wild27",
    Rulebook("horde"): "horde hordechess hordev2",
    Rulebook("extinction"): "extinction extinctionchess",
    Rulebook("knightmate"): "knightmate",
    Rulebook("los-alamos"): "losalamos losalamoschess",
    Rulebook("no-castling"): "nocastle nocastling nocastlechess nocastlingchess kramnik",
    Rulebook("placement"): "placement placementchess prechess",
    Rulebook("torpedo"): "torpedo torpedochess",
    Rulebook("grasshoppers"): "grasshopper grasshoppers grasshopperchess",
    Rulebook("shatranj"): "shatranj",
    Rulebook("marseillais"): "marseillais marseillaischess marseille",
    Rulebook("progressive"): "progressive progressivechess",
}

_BY_NAME = {name: known for known, names in _NAMES.items() for name in names.split()}


def known(name: str) -> Rulebook | None:
    """The game that a name means in the files of other programs; capitals, spaces and hyphens say nothing."""
    return _BY_NAME.get(re.sub(r"[\W_]+", "", name.lower()))
