"""`axedrez tournament` against a real server: the same words and outputs as on a file, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from axedrez.cli import tournament_server
from axedrez.client import Client
from axedrez.server import create_app
from axedrez.tournaments.commands import End
from tests.cli.conftest import Run
from tests.ports import free_port
from tests.server.serving import serving
from tests.server.visiting import PASSWORD, Visitor

PLAYERS = ("Ana;1800", "Luis;1700", "Eva;1600", "Íñigo;1500", "Pablo;1400")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(create_app(f"sqlite:///{tmp_path_factory.mktemp('server') / 'games.db'}")) as found:
        yield found


def organizer(address: str) -> tuple[Visitor, str]:
    """Somebody with an account, and a personal token of theirs."""
    visitor = Visitor(address, "Eva")
    visitor.ask("POST", "/api/accounts", 201, login=f"eva{uuid4().hex[:8]}", password=PASSWORD)
    return visitor, str(visitor.ask("POST", "/api/me/tokens", 201, label="organizer")["token"])


def made(visitor: Visitor, **settings: object) -> str:
    given = {"title": "Club", "rulebook": "tradicional", "over_the_board": True, "entry": "list", "rounds": 3}
    return str(visitor.ask("POST", "/api/tournaments", 201, id=str(uuid4()), settings={**given, **settings})["id"])


def test_an_evening_has_the_same_outputs_as_on_a_file(
    run: Run, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, token = organizer(address)
    monkeypatch.setenv("AXEDREZ_TOKEN", token)
    there, here = made(visitor), str(tmp_path / "club.json")
    create = ("tournament", "create", here, "--title", "Club", "--rulebook", "tradicional", "--rounds", "3")
    assert run(*create)[0] == 0
    report, table = str(tmp_path / "club.trf"), str(tmp_path / "club.csv")

    def both(command: str, *more: str) -> str:
        """Both answers, which are one; and what was written."""
        found = []
        for place in ([here], [there, "--server", f"http://{address}"]):
            done = run("tournament", command, *place, *more)
            assert (done.returncode, done.stderr) == (0, "")
            written = [path.read_text(encoding="utf-8") for path in map(Path, (report, table)) if path.exists()]
            found.append((done.stdout, written))
        assert found[0] == found[1]
        return found[1][0]

    assert both("enter", *PLAYERS) == "Players: 5.\n"
    both("apart", "Ana", "Luis")
    both("show")
    for index in (1, 2, 3):
        if index == 2:
            both("withdraw", "Pablo")
            both("withdraw", "Pablo", "--back", "--lang", "es")
            both("bye", "Eva", "3")
        assert both("pair").startswith(f"Round {index} of 3\n")
        for board in ("1", "2"):
            both("result", board, "1-0" if board == "1" else "=")
        if index == 1:
            both("result", "1", "0-1", "--reason", "read wrongly")
            both("undo", "wrong order")
            both("pair")
            both("result", "1", "1-0")
            both("result", "2", "+-")
    assert json.loads(both("show", "--json"))["phase"] == "ended"
    both("show", "--sums", "--round", "2")
    both("export", "--trf", report, "--csv", table, "--crosstable")
    assert Path(report).stat().st_size


def test_an_arbiter_decides_as_on_a_file(
    run: Run, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, token = organizer(address)
    monkeypatch.setenv("AXEDREZ_TOKEN", token)
    there, here = made(visitor, round_minutes=3 * 24 * 60), str(tmp_path / "club.json")
    create = ("tournament", "create", here, "--title", "Club", "--rulebook", "tradicional", "--rounds", "3")
    assert run(*create, "--round-days", "3").returncode == 0

    def both(command: str, *more: str) -> str:
        """What both say, but for the time at which it was done."""
        done = [run("tournament", command, *at, *more) for at in ([here], [there, "--server", address])]
        assert [(each.returncode, each.stderr) for each in done] == [(0, "")] * 2
        one, other = (re.sub(r"(?m)^[0-9-]+ [0-9:]+  ", "", each.stdout) for each in done)
        assert one == other
        return one

    both("enter", *PLAYERS[:4])
    both("player", "Ana", "--federation", "ESP", "--fide-id", "2200001")
    both("heading", "--city", "Mérida", "--chief-arbiter", "Eva")
    both("heading", "--deputies", "Luis")
    both("pair")
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%d %H:%M")
    assert tomorrow in both("arrange", "1", tomorrow)
    assert tomorrow in both("show")
    both("result", "1", "1-0")
    said = both("appeal", "Ana", "the clock was wrong", "--lang", "es")
    number = re.search(r"\d+", said)
    assert number is not None
    both("answer", number[0], "it was not")
    both("result", "1", "0-1", "--reason", "read wrongly")
    log = both("log").splitlines()
    assert [line.rpartition(": ")[2] for line in log] == ["the clock was wrong", "it was not", "read wrongly"]
    report = str(tmp_path / "club.trf")
    assert run("tournament", "export", there, "--trf", report, "--server", address).returncode == 0
    written = Path(report).read_text(encoding="utf-8")
    assert all(each in written for each in ("2200001", "Mérida", "Eva", "Luis"))


def test_teams_are_lined_up_and_a_tournament_ended(run: Run, address: str) -> None:
    visitor, token = organizer(address)
    # A link is as good as an id.
    at = (f"http://{address}/tournament/{made(visitor, boards=2)}", "--server", address, "--token", token)
    for team in ("Norte", "Sur"):
        assert run("tournament", "enter", *at, f"{team} uno", f"{team} dos", "--team", team).returncode == 0
    assert run("tournament", "lineup", *at, "Sur dos").stdout == "Sur: Sur dos, Sur uno.\n"
    assert run("tournament", "pair", *at).returncode == 0
    for board in ("1", "2"):
        assert run("tournament", "result", *at, board, "1-0").returncode == 0
    assert run("tournament", "end", *at, "--lang", "es").stdout == "El torneo ha terminado.\n"


def test_the_tournaments_of_a_server(run: Run, address: str) -> None:
    visitor, token = organizer(address)
    own, other = made(visitor, title="Otoño"), made(organizer(address)[0], title="Ajeno")
    at = ("tournament", "list", "--server", address, "--token", token)
    assert run(*at, "--mine", "--lang", "es").stdout == f"{own}  Otoño  Suizo  inscripción abierta  Jugadores: 0.\n"
    for more in (at, at[:4]):  # the list is public
        assert {own, other} <= {each["id"] for each in json.loads(run(*more, "--json").stdout)["tournaments"]}
    assert run(*at[:4], "--mine").stderr == "--token is missing.\n"


def test_what_is_refused_is_one_sentence(run: Run, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor, token = organizer(address)
    tournament = made(visitor)
    monkeypatch.setattr(tournament_server, "PATIENCE_S", 0.0)

    def refused(place: str, server: str, *more: str, command: str = "show") -> str:
        done = run("tournament", command, place, "--server", server, *more)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        return done.stderr.strip()

    away = f"http://127.0.0.1:{free_port()}"
    assert refused(tournament, away, "--token", token) == f"The server “{away}” cannot be reached."
    assert refused(tournament, address) == "--token is missing."
    assert "ftp://x" in refused(tournament, "ftp://x", "--token", token)
    assert refused("club", address, "--token", token) == "There is no tournament at this address."
    assert refused(str(uuid4()), address, "--token", token, "--lang", "es").startswith("El servidor se niega: ")
    assert refused(tournament, address, "--token", "axt_none").startswith("The server refuses: ")
    stranger = organizer(address)[1]
    assert refused(tournament, address, "Ana", "--token", stranger, command="enter").startswith("The server refuses: ")
    assert refused(tournament, address, "--token", token, command="pair").startswith("The server refuses: ")


def test_another_program_at_the_address_is_told(run: Run, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "request", lambda *_arguments, **_query: [{"seq": "?"}])
    done = run("tournament", "show", str(uuid4()), "--server", address, "--token", "axt_x")
    assert (done.returncode, done.stderr) == (2, f"“{address}” does not answer as a server of this version does.\n")


def test_the_server_may_have_ended_it_before(run: Run, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor, token = organizer(address)
    place = tournament_server.AtServer(address, token, made(visitor), "en")
    place.send(End())
    place.send(End())
    assert place.read().state.phase == "ended"
