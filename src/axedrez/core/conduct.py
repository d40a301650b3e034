"""How a game is conducted at the table: what the rooms that host games must know of a rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple


class Need(NamedTuple):
    """What makes an option matter: another one, by its path, is `least` … `most`; of a yes and no, 1 or 0."""

    option: str
    least: int
    most: int


NO_NEEDS: Mapping[str, tuple[Need, ...]] = MappingProxyType({})


class Conduct(NamedTuple):
    """What hosts need to know.

    `illegal_moves`: whether wrong tries are prevented or recorded and explained. `dice`: chance rolls two dice, and
    `str` of a roll is `52`. `composed`: a turn consists of several steps. `opening`: White begins, or both players
    roll a die for it and the higher one plays White with both dice. `length`: the points that a match is played to;
    `cube`: the stakes may be doubled; `crawford`: but not in the first game in which a player lacks one point.
    `jacoby`: in a single game with the cube every win is single until the cube is turned; `beavers`: who takes a double
    in such a game may at once redouble and keep the cube; both are false where they have no effect.
    `options`: the paths of the sheet that players choose among before a game; `needs`: what some of them need.
    """

    illegal_moves: Literal["prevent", "warn"] = "prevent"
    dice: bool = False
    composed: bool = False
    opening: Literal["white", "roll"] = "white"
    length: int = 1
    cube: bool = False
    crawford: bool = True
    options: tuple[str, ...] = ()
    needs: Mapping[str, tuple[Need, ...]] = NO_NEEDS
    jacoby: bool = False
    beavers: bool = False
