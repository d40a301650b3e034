"""The rules in words: complete, true to the sheet, with figures that are positions of the game."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from axedrez import library
from axedrez.chess.sheet.geometry import square_name, square_number
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.core.manual import Figure, Item
from axedrez.rulesheet.validation import to_json
from tests.sheets import CHESS, chess

LANGUAGES = ("es", "en")
LAW = {"C-1", "C-2", "C-3", "C-4", "C-5", *(f"C-{number}" for number in range(6, 13))}
CLASSIC = LAW | {f"C-{number}" for number in (13, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24)} | {"T-5"}
CLAUSES = {
    "clasico": CLASSIC,
    "reglamento": CLASSIC,
    "chess2d": LAW | {"C-13", "C-14", "C-15", "C-16", "C-17", "C-18", "D-1", "D-2", "D-2b", "D-3", "T-5"},
    "tradicional": LAW | {"C-15", "C-18", "D-3", *(f"T-{number}" for number in range(1, 9))},
}
DECISIONS = {
    "clasico": ["C-18", "C-22", "C-23", "C-24"],
    "reglamento": ["C-18", "C-22", "C-23", "C-24"],
    "chess2d": ["D-2", "C-18", "D-2b", "D-3"],
    "tradicional": ["C-18", "D-3", "T-8", "T-8", "T-8", "T-8"],
}


def items(name: str, lang: str = "es", options: dict[str, Any] | None = None) -> list[Item]:
    manual = library.rules(chess(name, options), lang)
    return [item for section in manual.sections for item in section.items]


def text(name: str, lang: str = "es", options: dict[str, Any] | None = None) -> str:
    return "\n".join(item.text for item in items(name, lang, options))


def figures(name: str, clause: str) -> list[Figure]:
    return [item.figure for item in items(name) if item.figure and item.clause == clause]


@pytest.mark.clause("P-2")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CLAUSES)
def test_every_clause_of_a_rulebook_is_in_its_words_and_every_decision_is_shown_as_one(name: str, lang: str) -> None:
    found = items(name, lang)
    assert {item.clause for item in found if item.clause} == CLAUSES[name]
    decided = [item for item in found if item.decision]
    assert [item.clause for item in decided] == DECISIONS[name]
    for item in decided:
        assert item.why.endswith(".")
        assert item.clause == "D-3" or item.settings
        assert not any("." in setting.name for setting in item.settings)


@pytest.mark.clause("P-2")
@pytest.mark.parametrize(
    "options", [{"draws.insufficient_material": "off"}, {"goal.win": ("checks",), "goal.checks": 3}]
)
def test_why_a_draw_is_as_it_is_goes_with_it(options: dict[str, Any]) -> None:
    """A sheet without it, or one whose goal leaves no such draw, explains nothing."""
    assert any(item.decision for item in items("clasico") if item.clause == "C-23")
    (without,) = [item for item in items("clasico", options=options) if item.clause == "C-23"]
    assert not without.decision


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CHESS)
def test_sentences_are_whole(name: str, lang: str) -> None:
    for item in items(name, lang):
        assert item.text[0].isupper()
        assert item.text.endswith(".")
        assert not any(sign in item.text for sign in ("{", "}", "  ", " ,", "..", "None"))


@pytest.mark.parametrize("name", CHESS)
def test_both_languages_say_the_same_rules(name: str) -> None:
    def shape(lang: str) -> list[object]:
        return [
            (item.clause, item.decision, item.figure and (item.figure.position, item.figure.marks, item.figure.arrows))
            for item in items(name, lang)
        ]

    assert shape("es") == shape("en")


@pytest.mark.parametrize("name", CHESS)
def test_figures_are_positions_of_the_game(name: str) -> None:
    game = chess(name)
    found = [item.figure for item in items(name) if item.figure]
    assert len(found) >= len(game.sheet.pieces)
    for figure in found:
        position = game.parse(figure.position)
        assert position.text() == figure.position
        assert figure.caption
        for place in (*figure.marks, *(place for arrow in figure.arrows for place in arrow)):
            assert game.board >> square_number(place) & 1


@pytest.mark.parametrize("name", ["clasico", "amazon6", "knightmate"])
def test_the_figures_of_the_pieces_mark_what_they_reach(name: str) -> None:
    game = chess(name)
    section = next(s for s in library.rules(game, "en").sections if s.title.startswith("How each"))
    shown = [item.figure for item in section.items if item.figure]
    assert len(shown) == len(game.sheet.pieces)
    for piece, figure in zip(game.sheet.pieces.values(), shown, strict=True):
        position = game.parse(figure.position)
        own = {square for square, letter in position.letters().items() if letter == piece.letter}
        moves = [move for move in position.legal_moves() if move.origin in own]
        assert set(figure.marks) == {square_name(move.target) for move in moves}


def test_figures_show_what_they_are_said_to_show() -> None:
    game = chess("tradicional")
    single, double = (game.parse(figure.position) for figure in figures("tradicional", "C-15"))
    assert (len(single.checkers()), len(double.checkers())) == (1, 2)
    mate, stalemate = (game.parse(figure.position) for figure in figures("tradicional", "T-8"))
    mated, stalemated = mate.outcome(), stalemate.outcome()
    assert mated is not None
    assert stalemated is not None
    assert (mated.reason, stalemated.reason) == ("checkmate", "stalemate")
    for clause in ("T-4", "T-7"):
        (figure,) = figures("tradicional", clause)
        ((origin, target),) = figure.arrows
        assert f"{origin}{target}q" in {move.uci for move in game.parse(figure.position).legal_moves()}
    before, short, long = figures("tradicional", "T-6")
    moves = [move for move in game.parse(before.position).legal_moves() if move.castles]
    after = {game.parse(before.position).play_unchecked(move).text() for move in moves}
    assert {short.position, long.position} == after
    step, capture = figures("tradicional", "C-12")
    origin, target = step.arrows[1]
    assert game.parse(step.position).play(f"{origin}{target}").text() == capture.position


@pytest.mark.clause("T-1")
def test_the_sheet_speaks_with_its_own_words() -> None:
    spoken = text("tradicional")
    for word in ("reina (D", "ficha", "matarla", "tapar", "jaque a la descubierta"):
        assert word in spoken
    assert "dama" not in spoken.lower()
    classic = text("clasico")
    assert "dama (D" in classic
    assert "matar" not in classic


@pytest.mark.parametrize(
    ("option", "value", "es", "en"),
    [
        ("goal.stalemate", "loss", "pierde en el acto", "loses at once"),
        ("goal.stalemate", "win", "gana en el acto", "wins at once"),
        ("draws.repetition.count", 5, "se da 5 veces", "stands 5 times"),
        ("draws.repetition.mode", "claim", "Las reclama quien tiene el turno", "The player to move claims it"),
        ("draws.repetition.mode", "off", "No hay tablas por repetición", "no draw by repetition"),
        ("draws.move_limit.moves", 75, "75 movimientos seguidos", "75 moves of each side"),
        ("draws.insufficient_material", "dead-position", "pisan todos un mismo color", "squares of one colour"),
        ("draws.insufficient_material", "cannot-force", "rey y dos caballos contra rey", "king and two knights"),
        ("draws.agreement", False, "No hay tablas por acuerdo", "no draw by agreement"),
        ("draws.abandonment", True, "pueden abandonar", "may abandon"),
        ("clock.flag_without_mating_material", "loss", "pierde siempre", "always loses"),
        ("play.illegal_moves", "warn", "recibe un aviso", "is warned"),
        ("play.announce_check", True, "El jaque se anuncia", "Check is announced"),
        ("pawn.en_passant", False, "No existe la captura al paso", "no en passant"),
        ("scoring.win", 3, "3 para quien gana", "3 for the winner"),
    ],
)
def test_options_are_told(option: str, value: object, es: str, en: str) -> None:
    for lang, words in (("es", es), ("en", en)):
        assert words not in text("clasico", lang)
        assert words in text("clasico", lang, {option: value})


def test_a_game_without_draws_says_so() -> None:
    assert "No existen las tablas" in text("chess2d")
    assert "No existen las tablas" not in text("clasico")
    assert "½" not in text("chess2d")


# --- every value of the schema changes the words

ALTERNATIVES: dict[str, object] = {
    "id": "otro",
    "board.files": 7,
    "board.ranks": 7,
    "board.holes": ["d5"],
    "start.fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    "pieces.*.letter": "V",
    "pieces.*.letter_es": "V",
    "pieces.*.movement": "QN",
    "pieces.*.value": 7.5,
    "pieces.*.glyph": "tower",
    "pieces.*.clause": "X-1",
    "start.setup_ranks": [1, 2],
    "goal.win": ["checkmate", "checks"],
    "goal.checks": 5,
    "goal.region": ["d4"],
    "goal.runners": ["knight"],
    "goal.runner_region": ["d4"],
    "goal.extinct": ["queen"],
    "royal.pieces": ["queen"],
    "capture.blast_proof": [],
    "capture.no_drop_ranks.*": [1, 2, 8],
    "capture.clause": "X-1",
    "promotion.*.into": ["queen", "rook"],
    "promotion.*.ranks": [7, 8],
    "promotion.*.clause": "X-1",
    "pawn.piece": "",
    "pawn.double_step_ranks": [2, 3],
    "pawn.en_passant_ranks": [],
    "pawn.clause": "X-1",
    "pawn.en_passant_clause": "X-1",
    "castling.partner": "knight",
    "castling.files": ["b", "g"],
    "castling.clause": "X-1",
    "dice.faces": ["king", "king", "king", "rook", "rook", "pawn"],
    "draws.repetition.count": 4,
    "draws.move_limit.moves": 40,
    "scoring.win": 2,
    "scoring.draw": 0.25,
    "scoring.loss": -1,
    "same_law_as": "chess2d",
    "clauses.*": "X-1",
}


def leaves(kind: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The paths of all single values of a struct type, `*` for the names in a table."""
    parts = get_args(kind) if get_origin(kind) in (typing.Union, types.UnionType) else (kind,)
    for part in parts:
        if isinstance(part, type) and issubclass(part, msgspec.Struct):
            for field in msgspec.structs.fields(part):
                yield from leaves(field.type, f"{prefix}.{field.encode_name}".lstrip("."))
        elif get_origin(part) is dict:
            yield from leaves(get_args(part)[1], f"{prefix}.*")
        elif part is not type(None):
            yield prefix, part


def values(path: str, kind: Any) -> list[object]:
    if path in ALTERNATIVES:
        return [ALTERNATIVES[path]]
    if kind is bool:
        return [True, False]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if path.endswith((".es", ".en")) or path in ("names", "summary", "source"):
        return ["Otras palabras"]
    return []


def chosen(data: dict[str, Any], path: str) -> str:
    """The path with a name of the sheet for each `*`."""
    names = {"pieces": "rook", "promotion": "pawn", "terms": "piece", "clauses": "stalemate", "decisions": "time"}
    table = path.split(".")[0]
    if table == "capture":
        return path.replace("*", "pawn")
    return path.replace("*", names.get(table, ""))


def changed(path: str, value: object, name: str = "clasico") -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(to_json(chess(name).sheet))
    *tables, leaf = chosen(data, path).split(".")
    place = data
    for table in tables:
        if not isinstance(place.get(table), dict):
            place[table] = {"es": "-", "en": "-"}
        place = place[table]
    place[leaf] = value
    if path == "castling.partner":
        data["start"]["fen"] = "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w KQkq - 0 1"
    return data


BASES = {
    "start.shuffle": "chess960",
    "start.mirrored": "free-shuffle",
    "start.setup": "placement",
    "start.setup_ranks": "placement",
    "turn.check_ends_turn": "marseillais",
    "goal.checks": "three-check",
    "goal.region": "king-of-the-hill",
    "goal.last_move": "racing-kings",
    "goal.last_move_only_to_level": "racing-kings",
    "goal.runners": "pawn-race",
    "goal.runner_region": "pawn-race",
    "goal.extinct": "extinction",
    "royal.parry": "capture-all",
    "royal.give_check": "racing-kings",
    "capture.explosion": "atomic",
    "capture.blast_proof": "atomic",
    "capture.hand": "crazyhouse",
    "capture.no_drop_ranks.*": "crazyhouse",
    "capture.clause": "crazyhouse",
    "promotion.*.demotes": "crazyhouse",
    "castling.files": "chess960",
    "dice.mode": "dice-chess",
    "dice.faces": "dice-chess",
    "terms.*.es": "tradicional",
    "terms.*.en": "tradicional",
}
"""Sheets in which a field matters that does not in classic."""
PATHS = sorted(set(leaves(ChessSheet)), key=lambda pair: pair[0])
SINGLE = {"schema"}
"""Fields that have one value."""
CONDITIONS = {"promotion.*.optional", "promotion.*.without"}
"""What the pawn's promotion cannot have; the rook's of T-4 shows them."""
BESIDE = {"guide"}
"""What is no part of the manual: the first game that teaches a rulebook (`tests/rulesheet/test_guides.py`)."""


def words(data: dict[str, Any]) -> list[object]:
    game = library.from_data(data, is_stored=True)
    return [msgspec.to_builtins(library.rules(game, lang)) for lang in LANGUAGES]


def test_the_walk_knows_every_field() -> None:
    known = {path for path, kind in PATHS if values(path, kind)}
    assert known | SINGLE | CONDITIONS | BESIDE == {path for path, _ in PATHS}


def repaired(path: str, data: dict[str, Any]) -> dict[str, Any]:
    """What else a sheet needs to be valid with this value."""
    if path == "board.files":
        data["start"]["fen"] = "rnbqkbn/ppppppp/7/7/7/7/PPPPPPP/RNBQKBN w - - 0 1"
    if path == "board.ranks":
        data["start"]["fen"] = "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    if path == "pieces.*.letter":
        data["start"]["fen"] = "vnbqkbnv/pppppppp/8/8/8/8/PPPPPPPP/VNBQKBNV w KQkq - 0 1"
    if path == "royal.pieces":
        data["promotion"]["pawn"]["into"].remove("queen")
    if data["castling"]["mode"] == "off" and path in ("castling.mode", "start.setup") and not data["start"]["setup"]:
        data["start"]["fen"] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
    if path == "capture.explosion" and not data["capture"]["explosion"]:
        data["goal"]["win"] = ["checkmate"]
    if path == "pawn.piece":
        data["start"]["fen"] = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1"
        del data["pieces"]["pawn"], data["promotion"]["pawn"]
    return data


@pytest.mark.parametrize(
    ("path", "value"),
    [(path, value) for path, kind in PATHS if path not in SINGLE | CONDITIONS for value in values(path, kind)],
)
def test_every_value_changes_the_words(path: str, value: object) -> None:
    name = BASES.get(path, "clasico")
    before: dict[str, Any] = msgspec.json.decode(to_json(chess(name).sheet))
    data = repaired(path, changed(path, value, name))
    if data == before:
        return
    spanish, english = (msgspec.to_builtins(library.rules(chess(name), lang)) for lang in LANGUAGES)
    es, en = words(data)
    if not path.endswith((".en", "letter")) or path == "pieces.*.letter":
        assert es != spanish
    if not path.endswith((".es", "letter_es")):
        assert en != english


def test_the_conditions_of_the_rooks_promotion_are_told() -> None:
    text = next(item.text for item in items("tradicional") if item.clause == "T-4")
    assert "si su dueño no tiene reina en el tablero, puede convertirse en una reina" in text
    assert "Es optativo" in text
    data = changed("promotion.rook.without", None, "tradicional")
    free = "".join(item.text for s in library.rules(library.from_data(data), "es").sections for item in s.items)
    assert "puede convertirse en una reina" in free
    assert "no tiene reina" not in free
