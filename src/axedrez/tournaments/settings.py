"""What an organizer decides about a tournament before its first round."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from axedrez.core.errors import NotAllowed
from axedrez.core.patterns import ONE_LINE, whole
from axedrez.core.sides import Side
from axedrez.match import TimeControl
from axedrez.tournaments.field import PointTable
from axedrez.tournaments.format_names import Format

MAX_ENTRANTS = 500
MAX_ROUNDS = 30
MAX_TENTHS = 1000
MAX_GAMES = 24
MAX_BOARDS = 20
MAX_FORBIDDEN = 1000

Seeding = Literal["rating", "entered", "lot"]
HostColour = Literal["white", "black", "alternating"]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=whole(ONE_LINE + "+"))]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=7 * 24 * 60)]


class TournamentSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of a tournament.

    `rulebook` with `options` (the length of a match among them) and `position` say what is played, `clock` with what
    time. `rounds` counts in the Swiss system alone: the others know theirs from the entrants. `entry`: everybody, who
    knows the `code`, or whom the organizers add. `next_after`: minutes after a round until the next one is paired by
    itself (None: by hand). `forfeit_after`: minutes after which somebody who has not moved loses. `over_the_board`:
    results are entered by hand, and no games are made. `bots`: accounts for which programs play may enter. `listed`:
    everybody finds it; else only those who take part, and who has its link.

    `start_at`: when it begins by itself with its first round, in ms since the epoch; an organizer may begin it earlier.

    `round_minutes`: how long a round may take; after that, games that were not played are forfeited by both, or with
    `unplayed` by the player who alone did not come.

    `seeding`: starting ranks by rating, in the order of entry, or by a lot that follows from `lot_seed`.

    Teams, in the Swiss system and in round robins: matches have so many `boards`, which are worth `board_table`; the
    points of matches are those of `table`. Without `boards` everybody plays alone.

    Swiss system: with `accelerated` the upper half begins with virtual points (Baku acceleration). `forbidden`: pairs
    of entries that do not meet, in an arena neither.

    Knockout: a pairing is a match of `games_per_pairing`. A tie is broken by extra games with `extra_clocks`, one after
    the other, and then by a game with the clock `armageddon`, in which White has more time and a draw counts for Black.
    `third_place`: those who lost the semifinals play for it.

    `first_colour`: what was drawn for the first of the starting rank.

    Simultaneous display: the entry `host`, or else that of an organizer, plays all others with `host_colour`. The first
    time of an unequal `clock` is the host's.

    Arena: it lasts so many `minutes`, and has its own points.
    """

    title: Title
    format: Format = "swiss"
    rulebook: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    options: dict[str, Any] = {}
    position: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    clock: TimeControl | None = None
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MAX_ROUNDS)] = 5
    table: PointTable = PointTable()
    tie_breaks: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=20)], ...], msgspec.Meta(max_length=12)] = (
        "BH/C1",
        "BH",
        "SB",
    )
    rated: bool = False
    entry: Literal["open", "code", "list"] = "open"
    code: Annotated[str, msgspec.Meta(max_length=48)] = ""
    limit: Annotated[int, msgspec.Meta(ge=2, le=MAX_ENTRANTS)] = 200
    late_entry: bool = True
    listed: bool = True
    bots: bool = False
    next_after: Minutes | None = None
    start_at: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None
    forfeit_after: Annotated[int, msgspec.Meta(ge=1, le=7 * 24 * 60)] | None = None
    over_the_board: bool = False
    round_minutes: Annotated[int, msgspec.Meta(ge=1, le=90 * 24 * 60)] | None = None
    unplayed: Literal["both-lose", "who-came-wins"] = "both-lose"
    seeding: Seeding = "rating"
    lot_seed: Annotated[str, msgspec.Meta(max_length=100, pattern=whole(ONE_LINE + "*"))] = ""
    boards: Annotated[int, msgspec.Meta(ge=0, le=MAX_BOARDS)] = 0
    board_table: PointTable = PointTable(pairing_bye=5)
    accelerated: bool = False
    first_colour: Literal["white", "black"] = "white"
    forbidden: Annotated[tuple[tuple[int, int], ...], msgspec.Meta(max_length=MAX_FORBIDDEN)] = ()
    games_per_pairing: Annotated[int, msgspec.Meta(ge=1, le=MAX_GAMES)] = 1
    extra_clocks: Annotated[tuple[TimeControl, ...], msgspec.Meta(max_length=MAX_GAMES)] = ()
    armageddon: TimeControl | None = None
    third_place: bool = False
    host: Annotated[int, msgspec.Meta(ge=1)] | None = None
    host_colour: HostColour = "white"
    minutes: Annotated[int, msgspec.Meta(ge=1, le=24 * 60)] = 60

    def check(self) -> None:
        """Raises `NotAllowed` for what contradicts itself, or a tie-break that is not known."""
        from axedrez.tournaments.tiebreaks import tie_break

        check_table(self.table)
        for code in self.tie_breaks:
            tie_break(code)
        if self.entry == "code" and not self.code.strip():
            raise NotAllowed("tournament_code_missing")
        if self.bots and self.rated:
            raise NotAllowed("tournament_bots_rated")
        if self.over_the_board and self.forfeit_after is not None:
            raise NotAllowed("tournament_forfeit_by_hand")
        if self.seeding == "lot" and not self.lot_seed.strip():
            raise NotAllowed("tournament_lot_seed")
        if self.armageddon is not None and self.armageddon.initial(Side.WHITE) <= self.armageddon.initial(Side.BLACK):
            raise NotAllowed("tournament_armageddon")
        if any(one == other for one, other in self.forbidden):
            raise NotAllowed("tournament_forbidden_self")
        if self.boards:
            check_table(self.board_table)
            if self.format not in ("swiss", "round-robin", "double-round-robin") or self.board_table.by_margin:
                raise NotAllowed("tournament_team_format")
        if self.format == "arena" and self.clock is not None and not self.clock.is_live:
            raise NotAllowed("tournament_arena_clock")


def check_table(table: PointTable) -> None:
    """Raises `NotAllowed` (`tournament_table`) where a worse result is worth more than a better one."""
    pairs = (
        ("draw", "win"),
        ("loss", "draw"),
        ("forfeit_win", "win"),
        ("forfeit_loss", "loss"),
        ("forfeit_loss", "forfeit_win"),
        ("half_bye", "full_bye"),
        ("zero_bye", "half_bye"),
        ("full_bye", "win"),
        ("pairing_bye", "win"),
    )
    for less, more in pairs:
        if getattr(table, less) > getattr(table, more):
            raise NotAllowed("tournament_table", less=less, more=more)
    values = [value for value in msgspec.structs.astuple(table) if not isinstance(value, bool)]
    if table.win <= table.loss or any(abs(value) > MAX_TENTHS for value in values):
        raise NotAllowed("tournament_table", less="loss", more="win")
