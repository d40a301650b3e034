"""What tables know, used by the engine, the computer player and the analyst; and Syzygy's files."""

from __future__ import annotations

from pathlib import Path

import chess.syzygy
import pytest

from axedrez import library
from axedrez.analysis.evaluation import Effort
from axedrez.analysis.render import certainty_text
from axedrez.chess import analyst
from axedrez.chess.endgames.tables import EndgameTables
from axedrez.chess.engine import known_endgames as known
from axedrez.chess.engine import player, syzygy
from axedrez.chess.engine.engine import Engine, Limits
from axedrez.chess.engine.known_endgames import Endgames
from axedrez.chess.position.game import ChessGame
from axedrez.core import AxedrezError, History

WON = "8/8/8/8/8/2k5/8/KR6 w - - 0 1"
DRAWN = "8/8/8/8/8/1k6/1P6/1K6 b - - 0 1"


@pytest.fixture(autouse=True)
def _built(own_tables: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that are quickly built are built when they are asked for."""
    monkeypatch.setenv(known.USE, "build")


def test_a_decided_position_is_not_searched_and_its_line_is_the_shortest(classic: ChessGame) -> None:
    position = classic.parse(WON)
    told = EndgameTables(classic).probe(position)
    assert told is not None
    assert told.plies
    found = Engine(classic).think(position, History(), Limits(depth=1, lines=3))
    assert found.nodes == 0
    assert found.best in told.best
    assert [len(found.lines), len(found.lines[0].pv)] == [3, told.plies]
    assert found.lines[0].score.mate == (told.plies + 1) // 2
    for move in found.lines[0].pv:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "checkmate"


def test_the_player_mates_as_soon_as_can_be_and_holds_what_is_drawn(classic: ChessGame) -> None:
    position, plies = classic.parse(WON), 0
    left = EndgameTables(classic).probe(position)
    assert left is not None
    while position.outcome() is None:
        position = position.play(player.choose(position, History(), nodes=1, level=8))
        plies += 1
    assert plies == left.plies
    found = Engine(classic).think(classic.parse(DRAWN), History(), Limits(depth=2))
    assert found.lines[0].score.cp == 0
    assert found.known is not None
    assert found.best in found.known.best


def test_analysis_says_for_certain_what_tables_know(classic: ChessGame) -> None:
    found = analyst.evaluate(classic.parse(WON), History(), Effort(nodes=100))
    assert found.certain is not None
    assert (found.certain.source, found.certain.outcome) == ("tables", "win")
    assert found.lines[0].expected == 1.0
    said = {lang: certainty_text(found.certain, lang) for lang in ("es", "en")}
    assert f"won in {found.certain.plies} moves of both sides" in said["en"]
    assert f"ganado en {found.certain.plies} jugadas de ambos bandos" in said["es"]
    only = classic.parse(WON).legal_moves()[0].uci
    assert len(analyst.evaluate(classic.parse(WON), History(), Effort(nodes=100), only).lines) == 1


def test_nothing_is_claimed_that_the_move_limit_forbids(classic: ChessGame) -> None:
    found = Endgames(use="build")
    assert found.ask(classic.parse(WON)).here is not None
    assert found.ask(classic.parse(WON.replace("0 1", "90 80"))).here is None
    assert Endgames(use="off").ask(classic.parse(WON)).here is None
    assert found.ask(classic.start()).here is None


def test_what_is_not_quickly_built_is_not_built_unasked(classic: ChessGame, folder: Path) -> None:
    assert Endgames(use="build").ask(classic.parse("8/8/8/8/8/2k5/8/KRN5 w - - 0 1")).here is None
    crazyhouse = library.load("crazyhouse")
    assert isinstance(crazyhouse, ChessGame)
    assert Endgames(use="build").ask(crazyhouse.parse("4k3/8/8/8/8/8/8/4K2R[] w - - 0 1")).here is None


def test_another_setting_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(known.USE, "sometimes")
    with pytest.raises(AxedrezError) as caught:
        Endgames.of_environment()
    assert caught.value.reason == "endgame_use"


@pytest.mark.parametrize("outcome", ["win", "draw", "loss"])
def test_positions_are_drawn_by_outcome_and_length(classic: ChessGame, outcome: str) -> None:
    asked = EndgameTables(classic)
    lengths = (3, 5) if outcome == "win" else (2, 4)
    found = asked.sample("KQk", outcome, 40, lengths, seed=4)  # type: ignore[arg-type]
    assert len({position.text() for position in found}) == 40
    for position in found:
        told = asked.probe(position)
        assert told is not None
        assert told.outcome == outcome
        if outcome == "draw":
            assert told.plies is None
        else:
            assert told.plies is not None
            assert lengths[0] <= told.plies <= lengths[1]


class OwnValues:
    """Stands in for the files of Syzygy, which are not ours to ship: the same questions, answered by our own values."""

    def __init__(self, game: ChessGame) -> None:
        self.tables = EndgameTables(game)

    def probe_wdl(self, board: chess.Board) -> int:
        if board.is_stalemate() or board.is_insufficient_material():
            return 0
        if chess.popcount(board.occupied) > 3:
            raise chess.syzygy.MissingTableError("more than three")
        found = self.tables.probe(self.tables.game.parse(board.fen()))
        assert found is not None
        return {"win": 2, "draw": 0, "loss": -2}[found.outcome]

    def probe_dtz(self, board: chess.Board) -> int:
        found = self.tables.probe(self.tables.game.parse(board.fen()))
        assert found is not None
        return (found.plies or 0) * {"win": 1, "draw": 0, "loss": -1}[found.outcome]


def test_syzygy_tables_narrow_the_root_and_are_told(
    classic: ChessGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syzygy, "open_folder", lambda folder: OwnValues(classic))
    position = classic.parse(WON)
    found = syzygy.probe(position, tmp_path)
    told = EndgameTables(classic).probe(position)
    assert found is not None
    assert told is not None
    assert (found.outcome, found.zeroing, set(found.best)) == ("win", told.plies, set(told.best))
    engine = Engine(classic, endgames=Endgames(tmp_path, "off"))
    thought = engine.think(position, History(), Limits(depth=2))
    assert thought.best in told.best
    assert thought.known is not None
    assert thought.known.source == "syzygy"
    drawn = engine.think(classic.parse(DRAWN), History(), Limits(depth=2))
    assert drawn.lines[0].score.cp == 0
    monkeypatch.setenv(known.SYZYGY, str(tmp_path))
    monkeypatch.setenv(known.USE, "off")
    certain = analyst.evaluate(position, History(), Effort(nodes=200)).certain
    assert certain is not None
    assert (certain.source, certain.outcome, certain.plies) == ("syzygy", "win", told.plies)


def test_syzygy_is_for_classic_rules_alone_and_a_bad_folder_is_told(tmp_path: Path) -> None:
    for name, wanted in {
        "clasico": True,
        "reglamento": True,
        "tradicional": False,
        "chess2d": False,
        "atomic": False,
    }.items():
        game = library.load(name)
        assert isinstance(game, ChessGame)
        assert syzygy.is_classic(game) == wanted, name
    assert syzygy.open_folder(tmp_path) is None
    with pytest.raises(AxedrezError) as caught:
        syzygy.open_folder(tmp_path / "none")
    assert caught.value.reason == "syzygy_folder"
