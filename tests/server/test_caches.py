"""Caches are bounded by what they hold."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np
import pytest

from axedrez import library
from axedrez.chess.position.game import ChessGame
from axedrez.server import create_app
from axedrez.server.base import caches as kept_values
from axedrez.server.base.caches import PLAIN_RULES, CacheBounds, SizedCache, cached_by_game
from axedrez.server.play import games
from axedrez.server.rulebooks import store as rulebooks
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import Client, serving

MOVES = ["e4", "e5", "Nf3"]


class Rules:
    def __init__(self, compiled: Any) -> None:
        self.compiled = compiled


class Value(NamedTuple):
    own: int
    game: Any


def caches(*most: int) -> SizedCache[int, Value]:
    return SizedCache(CacheBounds(*most), lambda value: (value.own, value.game))


def test_the_number_the_bytes_and_the_rules_are_bounded() -> None:
    rules = [Rules(np.zeros(1000, np.int8)) for _ in range(10)]
    one = caches(3, 10**9, 10**9)
    for key in range(5):
        one.put(key, Value(1, rules[0]))
    assert [key for key, _ in one.items()] == [2, 3, 4]
    assert one.rules_bytes == PLAIN_RULES + 1000, "the rules are counted once"

    own = caches(100, 10, 10**9)
    for key in range(5):
        own.put(key, Value(4, rules[0]))
    assert (len(own), own.own_bytes) == (2, 8)
    own.put(9, Value(1000, rules[0]))
    assert len(own) == 1, "the last one stays, whatever it weighs"

    weighed = caches(100, 10**9, 4 * (PLAIN_RULES + 1000))
    for key in range(10):
        weighed.put(key, Value(1, rules[key]))
    assert (len(weighed), weighed.rules_bytes) == (4, 4 * (PLAIN_RULES + 1000))
    for key in list(range(10)):
        weighed.drop(key)
    assert (len(weighed), weighed.own_bytes, weighed.rules_bytes) == (0, 0, 0)


def test_what_is_remembered_is_forgotten_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_values, "MAX_RULES", 3)
    rulebooks, calls = TakeawayRulebooks(), list[int]()

    @cached_by_game(10, lambda game, _: game)
    def told(game: Any, number: int) -> int:
        calls.append(number)
        return number

    first, *others = (rulebooks.load("takeaway", {"stones": stones}) for stones in (5, 6, 7, 8))
    assert [told(first, 1) for _ in range(3)] == [1] * 3
    assert calls == [1]
    for game in others:
        told(game, 2)
    told(first, 1)
    assert calls == [1, 2, 2, 2, 1], "three games are remembered"
    for number in range(12):
        told(first, number)
    calls.clear()
    assert [told(first, number) for number in (11, 2, 1)] == [11, 2, 1]
    assert calls == [1], "and ten answers"


def test_games_with_a_sheet_each_are_not_all_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = games.CACHED._replace(rules=5_000_000)
    monkeypatch.setattr(games, "CACHED", most)
    app = create_app(f"sqlite:///{tmp_path / 'games.db'}")
    with serving(app) as address:
        client = Client(address)
        made = []
        for number in range(14):
            sheet = client.http.get("/api/rulebooks/clasico/sheet").json()
            sheet |= {"id": f"own-{number}", "names": {"es": str(number), "en": str(number)}}
            sheet["draws"]["move_limit"]["moves"] = 20 + number  # the kernel reads it
            answer = client.http.post("/api/games", json={"id": str(uuid4()), "sheet": sheet, "moves": MOVES})
            assert answer.status_code == 201, answer.text
            made.append(answer.json()["id"])
        tables = app.state.games._cache
        assert tables.rules_bytes <= most.rules
        assert len(tables) < 14
        assert all(len(client.view(game)["moves"]) == 3 for game in made), "they are read again"


def test_sheets_that_were_looked_at_do_not_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "RECENT", rulebooks.RECENT._replace(rules=5_000_000))
    monkeypatch.setattr(kept_values, "MAX_RULES", 4)
    with serving(create_app(f"sqlite:///{tmp_path / 'games.db'}")) as address:
        http = Client(address).http
        for number in range(20):
            sheet = {"extends": "clasico", "id": f"mine-{number}", "names": {"es": "Mío", "en": "Mine"}}
            sheet["draws"] = {"move_limit": {"moves": 20 + number}}
            saved = http.post("/api/sheets", json={"sheet": sheet}).json()["hash"]
            for lang in ("es", "en"):
                assert http.get(f"/api/rulebooks/{saved}/rules?lang={lang}").status_code == 200
            asked = {"rulebook": saved, "position": library.load("clasico").start().text(), "moves": ["e4"]}
            assert http.post("/api/positions", json=asked).status_code == 200
        gc.collect()
        kept = [each.name for each in gc.get_objects() if type(each) is ChessGame and each.name.startswith("mine-")]
    assert len(kept) <= 8, kept


def test_sheets_that_move_alike_share_what_the_kernel_reads() -> None:
    plain = library.load("clasico")
    other = library.from_data({"extends": "clasico", "id": "own", "names": {"es": "Propio", "en": "Own"}})
    assert other.hash != plain.hash
    assert other.compiled is plain.compiled  # type: ignore[attr-defined]


def test_a_record_keeps_no_list_of_turns_that_were_not_played() -> None:
    position = library.load("chessgammon").start().play("65")
    turns = position.legal_moves()
    assert position.legal_moves() is turns
    position.forget()
    gc.collect()
    assert position.legal_moves() is not turns
    assert [str(turn) for turn in position.legal_moves()] == [str(turn) for turn in turns]
