"""A game in the terminal, typed."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest

from axedrez.cli.app import run


class Terminal:
    """Types lines into `axedrez play`; gives what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, arguments: str, *lines: str, position: str | None = None) -> str:
        text = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
        begin = ["--position", position] if position else []
        assert run(["play", *arguments.split(), *begin]) == 0
        out, err = self.capsys.readouterr()
        assert err == ""
        return out


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(capsys, monkeypatch)


def test_a_game_of_two_people(play: Terminal) -> None:
    out = play("clasico", "f3", "e5", "g4", "Qh4")
    assert "8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ " in out
    assert "4  ·  ·  ·  ·  ·  ·  ♙  ♛ " in out
    assert out.endswith("Black: Qh4#\n0-1  Black wins by checkmate (C-16)\n")


def test_who_names_a_level_plays_the_computer(play: Terminal) -> None:
    out = play("clasico --level 1", "e4", "quit")
    assert re.search(r"^Black: \S+$", out, re.MULTILINE)


def test_a_level_is_not_that_of_an_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "clasico", "--level", "1", "--engine", "any"]) == 2
    assert capsys.readouterr().err == "--level does not go with --engine.\n"


def test_in_spanish(play: Terminal) -> None:
    out = play("clasico --lang es", "f3", "e5", "g4", "Qh4", "Dh4")
    assert "«Qh4» no es una jugada" in out
    assert out.endswith("Negras: Dh4#\n0-1  Negras ganan por jaque mate (C-16)\n")


@pytest.mark.parametrize(
    "words", ["help moves flip undo draw no draw yes", "ayuda jugadas girar deshacer tablas no tablas sí"]
)
def test_words_in_both_languages(play: Terminal, words: str) -> None:
    out = play("clasico", "e4", *words.split())
    assert out.count("Type a move") == 2
    assert "\nBlack> Na6 Nc6 Nf6" in out
    assert "h  g  f  e  d  c  b  a" in out
    assert "The offer is declined." in out
    assert "1/2-1/2  Draw by agreement of the players (C-21)" in out


def test_a_hint_in_every_kind_of_game(play: Terminal) -> None:
    mate = play("clasico", "hint", "Ra8", position="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert "Hint: 1. Ra8#" in mate
    assert "1-0" in mate
    out = play("backgammon --option match.cube=true --lang es", "pista", "tirar", "pista", "salir")
    assert "Escriba un turno (13/8 6/4;" in out
    assert re.search(r"Pista: .*\d/\d", out)
    lettered = play("chessgammon", "quit")
    assert "Type a turn (N13/8 P6/4;" in lettered
    doubling = play(
        "backgammon --option match.cube=true",
        "hint",
        "quit",
        position="PPPP/4/PP/15/ppppp/1/pppp - PPPPPPPPPpppppp w -",
    )
    assert "Double. The answer to a double is to pass." in doubling


def test_claim_and_resignation(play: Terminal) -> None:
    dance = ("Nf3", "Nf6", "Ng1", "Ng8") * 2
    out = play("tradicional", "reclamar", *dance, "claim")
    assert out.count("That end cannot be claimed now.") == 1
    assert out.endswith("(T-8)\n")
    assert "0-1  Black wins by resignation" in play("clasico", "rendirse")


@pytest.mark.clause("D-1", "D-2b")
def test_chess2d_knows_no_draw_but_a_game_may_be_left(play: Terminal) -> None:
    out = play("chess2d", "draw", "abandon", "yes")
    assert "no draw by agreement. (D-1)" in out
    assert "*  No result: game left by consent (D-2b)" in out


@pytest.mark.clause("T-3")
def test_an_illegal_try_is_explained(play: Terminal) -> None:
    out = play("tradicional", "Nf4", "Kf1", position="4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
    assert "Your king would be in check from the piece on e7. (T-3)\n" in out
    assert "White: Kf1" in out


def test_against_the_computer(play: Terminal) -> None:
    out = play("clasico --computer white --level 1 --json", "quit")
    game = json.loads(out.splitlines()[-1])
    assert len(game["moves"]) == 1
    assert game["outcome"] is None
    assert out.count("h  g  f  e  d  c  b  a") == 2


@pytest.mark.parametrize(
    "lines", [(), ("e4",), ("\udcff\udcfe", "e4"), ("",), ("\0",), ("x" * 100_000,), ("?", "draw")]
)
def test_leaving_is_clean(play: Terminal, lines: tuple[str, ...]) -> None:
    assert play("clasico", *lines).endswith("The game is left unfinished.\n")
