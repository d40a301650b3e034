"""The server never evaluates positions of a running game between two people, whatever the disguise of the request."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from axedrez import library
from axedrez.server import create_app
from axedrez.server.play import fair_play
from axedrez.server.play.fair_play import rows_of
from tests.patience import until
from tests.server.serving import serving
from tests.server.visiting import Visitor

MOVES = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Nxe4", "d4", "b5", "Bb3", "d5", "dxe5", "Be6"]
HERE = "r2qkb1r/2p2ppp/p1n1b3/1p1pP3/4n3/1B3N2/PPP2PPP/RNBQ1RK1 w kq - 1 9"
FROM_THE_OTHER_SIDE = "/".join(row.swapcase() for row in reversed(HERE.split(" ")[0].split("/"))) + " b - - 1 9"
PLAIN = {"rulebook": "clasico", "nodes": 1000}
REASON = "analysis_underway"


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen moves are played here in less than a second."""
    monkeypatch.setattr(fair_play, "FRESH_MS", 0)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(create_app(f"sqlite:///{tmp_path_factory.mktemp('fair_play') / 'games.db'}")) as address:
        yield address


def play(ana: Visitor, eva: Visitor, moves: list[str] = MOVES) -> str:
    invitation = ana.ask("POST", "/api/invitations", 201, id=str(uuid4()), rulebook="clasico", colour="white")
    game = str(eva.accept(invitation)["id"])
    for ply, move in enumerate(moves):
        (ana, eva)[ply % 2].act(game, "move", move=move)
    return game


def look(visitor: Visitor, status: int = 200, **fields: Any) -> Any:
    return visitor.ask("POST", "/api/evaluations", status, **PLAIN, **fields)


@pytest.mark.parametrize(
    "disguise",
    [
        HERE,
        HERE.replace("w kq - 1 9", "w - - 40 77"),  # other rights and numbers
        HERE.replace(" w ", " b "),
        HERE.replace("RNBQ1RK1", "R1BQ1RK1").replace("PPP2PPP", "PPPN1PPP"),  # a move later
        HERE.replace("8/1B3N2", "8/1B3N1P").replace("PPP2PPP", "PPP2PP1"),
        HERE.replace("PPP2PPP", "PPP2PP1"),  # a pawn less
        FROM_THE_OTHER_SIDE,
    ],
)
def test_a_running_game_is_known_under_a_disguise(address: str, disguise: str) -> None:
    ana, eva, leo = (Visitor(address, name) for name in ("Ana", "Eva", "Leo"))
    game = play(ana, eva)
    stranger = Visitor(address)
    assert look(stranger, 422, position=disguise)["error"]["reason"] == REASON
    assert look(leo, 422, position=disguise)["error"]["reason"] == REASON
    ana.act(game, "resign", side="white")
    until(lambda: stranger.http.post("/api/evaluations", json={**PLAIN, "position": disguise}).status_code == 200)


def test_no_way_leads_to_what_is_best_in_it(address: str) -> None:
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    game = play(ana, eva)
    copy = {"id": str(uuid4()), "rulebook": "clasico"}
    # A copy at one screen, and a hint in it; by ana herself, and by nobody.
    for visitor in (ana, Visitor(address)):
        one_screen = visitor.ask("POST", "/api/games", 201, **{**copy, "id": str(uuid4())}, moves=MOVES)["id"]
        for whole in (False, True):
            assert visitor.refused("POST", f"/api/games/{one_screen}/hint", 422, whole=whole) == REASON
        assert look(visitor, 422, moves=MOVES)["error"]["reason"] in (REASON, "analysis_playing")
        computer = {"white": {"kind": "computer", "level": 8}}
        fields: dict[str, Any]
        for fields in ({"moves": MOVES}, {"position": HERE}):
            asked = {"id": str(uuid4()), "rulebook": "clasico", "players": computer, **fields}
            assert visitor.refused("POST", "/api/games", 422, **asked) == REASON
        begun_here = {"extends": "clasico", "id": "mine", "start": {"fen": HERE}}
        for fields in ({"sheet": begun_here}, {"rulebook": "clasico", "options": {"start.fen": HERE}}):
            asked = {"id": str(uuid4()), "players": computer, **fields}
            assert visitor.refused("POST", "/api/games", 422, **asked) == REASON
            # Nor a report of the first moves that win most.
            assert visitor.refused("POST", "/api/balance", 422, sheets=[fields], game_count=1) == REASON
        # A copy that is over, and its analysis.
        visitor.act(one_screen, "resign", side="white")
        assert visitor.refused("POST", "/api/analyses", 422, game=one_screen, nodes=1000) == REASON
        longer = {"rulebook": "clasico", "moves": [*MOVES, "c3", "Bc5", "Nbd2", "O-O"], "nodes": 1000}
        assert visitor.refused("POST", "/api/analyses", 422, **longer) in (REASON, "analysis_playing")
    stranger = Visitor(address)
    assert stranger.refused("POST", "/api/evaluations", 422, rulebook="clasico", position=HERE, threat=True) == REASON
    # What everybody plays and studies is open to all, and so is anything else.
    assert look(stranger, moves=MOVES[:8])["lines"]
    assert look(stranger, position="r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9")["lines"]
    ana.act(game, "resign", side="white")


def test_letters_hide_nothing_and_what_is_passed_is_looked_at_like_the_end(address: str) -> None:
    ana, eva, stranger = Visitor(address, "Ana"), Visitor(address, "Eva"), Visitor(address)
    game = play(ana, eva)

    def other(fen: str) -> str:
        board, rest = fen.split(" ", 1)
        return f"{board.translate(str.maketrans('RNBQrnbq', 'TCAZtcaz'))} {rest}"

    named = {"rook": "T", "knight": "C", "bishop": "A", "queen": "Z"}
    pieces = {piece: {"letter": letter} for piece, letter in named.items()}
    start = {"fen": other(library.load("clasico").start().text())}
    sheet = {"extends": "clasico", "id": "renamed", "pieces": pieces, "start": start}
    renamed = stranger.ask("POST", "/api/sheets", 201, sheet=sheet)["hash"]
    asked = {"rulebook": renamed, "position": other(HERE), "nodes": 1000}
    assert stranger.refused("POST", "/api/evaluations", 422, **asked) == REASON
    without = HERE.replace("PPP2PPP", "PPP2PP1")
    played = ["a3", "a5", "Nc3", "Nc5", "g3", "g6", "Re1", "Nd3"]
    asked = {"rulebook": "clasico", "position": without, "moves": played, "nodes": 1000}
    assert stranger.refused("POST", "/api/analyses", 422, **asked) == REASON
    ana.act(game, "resign", side="white")


def test_a_game_of_dice_against_the_computer_is_no_way_either(tmp_path: Path) -> None:
    rules = library.load("backgammon")
    with serving(create_app(f"sqlite:///{tmp_path / 'games.db'}")) as address:
        ana, eva, stranger = Visitor(address, "Ana"), Visitor(address, "Eva"), Visitor(address)
        invitation = ana.ask("POST", "/api/invitations", 201, id=str(uuid4()), rulebook="backgammon", colour="white")
        game, me = str(eva.accept(invitation)["id"]), ana.me()["id"]
        for _ in range(30):
            view = ana.ask("GET", f"/api/games/{game}")
            mover = ana if view["players"][view["turn"]]["person"] == me else eva
            if "roll" in view["can"]:
                mover.act(game, "roll")
            elif len(view["moves"]) >= 13:
                break
            else:
                turns = rules.parse(view["position"]).legal_moves()
                mover.act(game, "move", move=str(turns[0]))
        here = view["position"]
        computer = {"white": {"kind": "computer", "level": 8}}
        asked = {"id": str(uuid4()), "rulebook": "backgammon", "players": computer, "position": here}
        assert stranger.refused("POST", "/api/games", 422, **asked) == REASON


def test_a_game_that_stays_at_its_start_keeps_nobody_from_the_first_moves(address: str) -> None:
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    to_and_fro = "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Rb1 Rb8 Ra1 Ra8 Nb1 Nb8 e4 e5"
    game = play(ana, eva, to_and_fro.split())
    stranger = Visitor(address)
    for moves in ([], ["e4"], ["e4", "e5", "Nf3"]):
        assert look(stranger, moves=moves)["lines"]
    ana.act(game, "resign", side="white")


def test_what_is_near_a_running_game_is_refused_however_near_the_array_it_is(address: str) -> None:
    """The running board differs from the array in ten squares, what is asked about in eight: two apart."""
    ana, eva, stranger = Visitor(address, "Ana"), Visitor(address, "Eva"), Visitor(address)
    game = play(ana, eva, ["e4", "e5", "Nf3", "Nc6", "d4", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Nb8", "Nf3"])
    before = "rnbqkb1r/pppp1ppp/5n2/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 7"
    assert look(stranger, 422, position=before)["error"]["reason"] == REASON
    assert look(stranger, moves=["e4", "e5"])["lines"], "what everybody plays"
    ana.act(game, "resign", side="white")


def test_boards_are_read_as_they_stand() -> None:
    assert rows_of(HERE) is not None
    assert rows_of("2q~5/8/8/8/8/8/8/8[Qp] w - - 0 1") == ("..q.....", *["........"] * 7)
    assert rows_of("4k/5/5/5/K4 w - - 0 1") == ("....k", ".....", ".....", ".....", "K....")
    for other in ("21/w", "", "8/7", "no board"):
        assert rows_of(other) is None
