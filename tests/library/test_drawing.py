"""Positions drawn from Python: SVG that a browser and a notebook show, and boards in characters."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import axedrez
from axedrez.core import GridScene
from axedrez.library import from_data, gallery
from axedrez.rulesheet.writing import to_data

SVG = "{http://www.w3.org/2000/svg}"


def pieces(drawing: str) -> int:
    """How many figures a picture holds: each is a group that is moved to its place."""
    return len(ElementTree.fromstring(drawing).findall(f"{SVG}g"))


@pytest.mark.parametrize("name", [*axedrez.rulebooks(), *gallery()])
def test_every_rulebook_is_drawn(name: str) -> None:
    position = axedrez.load(name).start()
    for flipped in (False, True):
        drawing = position.svg(flipped=flipped)
        root = ElementTree.fromstring(drawing)
        assert root.tag == f"{SVG}svg"
        assert root.get("aria-label") == position.text()
        scene = position.scene()
        if isinstance(scene, GridScene):
            hands = (scene.hands.white, scene.hands.black) if scene.hands else ()
            held = sum(sum(hand.values()) for hand in hands)
            assert pieces(drawing) == len(scene.pieces) + held
    assert position.text() in str(position)


def test_size_sides_and_marks() -> None:
    position = axedrez.load("clasico").start()
    assert ElementTree.fromstring(position.svg(size=120)).get("width") == "120"
    assert position.svg() != position.svg(flipped=True)
    assert position.svg(marks=["e4"]).count("#e2b23e") == 1
    assert position._repr_svg_() == position.svg()  # type: ignore[attr-defined]
    for size in (0, 15, 10**9):
        with pytest.raises(ValueError, match="size must be"):
            position.svg(size=size)


def test_arrows_and_circles_lie_where_they_were_drawn() -> None:
    position = axedrez.load("clasico").start()
    drawn = ElementTree.fromstring(position.svg(shapes=["Ge4", "Rd1>h5"]))
    [group] = [each for each in drawn.findall(f"{SVG}g") if each.get("transform") is None]
    halo, circle = group.findall(f"{SVG}circle")
    assert (halo.get("cx"), halo.get("cy")) == (circle.get("cx"), circle.get("cy")) == ("490", "450")
    assert circle.get("stroke") == "#17691d"
    line = group.findall(f"{SVG}line")[1]
    assert (line.get("x1"), line.get("y1"), line.get("stroke-dasharray")) == ("390", "750", "24.2 16.5")
    head = group.find(f"{SVG}path")
    assert head is not None
    assert head.get("d", "").startswith("M790 350L")
    turned = position.svg(shapes=["Ge4"], flipped=True)
    assert 'cx="390" cy="350"' in turned


def test_arrows_of_points_reach_the_bar_and_the_trays() -> None:
    position = axedrez.load("backgammon").start()
    drawn = position.svg(shapes=["B13>bar:white", "Y6>off:white", "G24"])
    assert (drawn.count("<line"), drawn.count('stroke="#b86e00"'), drawn.count('stroke="#123f94"')) == (4, 1, 1)
    assert drawn != position.svg(shapes=["B13>bar:white", "Y6>off:white", "G24"], flipped=True)


@pytest.mark.parametrize("name", ["clasico", "backgammon"])
def test_what_is_no_shape_is_left_out(name: str) -> None:
    position = axedrez.load(name).start()
    wrong = ["", "G", "Xe4", "Gz9", "Ge9", "G99", "Gbar", "Ge4>", "Ge4>d4>c4", 'G"><b>']
    assert position.svg(shapes=wrong) == position.svg()
    assert "nan" not in position.svg(shapes=["Ge4>e4", "G6>6"])


def test_check_is_shown() -> None:
    mate = axedrez.load("clasico").start()
    for move in ("f3", "e5", "g4", "Qh4"):
        assert "#d8542f" not in mate.svg()
        mate = mate.play(move)
    assert mate.svg().count("#d8542f") == 1


def test_a_tables_board_has_its_pieces_its_bar_and_its_dice() -> None:
    game = axedrez.load("chessgammon")
    position = game.start().play("52")
    assert pieces(position.svg()) == 32
    assert position.svg().count('rx="1.7"') == 2  # dice
    barred = game.parse("kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/pppp/4/KQR r - w Kk")
    assert pieces(barred.svg()) == 32
    assert axedrez.load("backgammon").start().svg().count('r="4.5"') == 30


@pytest.mark.clause("G-1b")
@pytest.mark.parametrize(
    ("book", "flipped", "right", "near"),
    [
        ("chessgammon", False, True, False),
        ("chessgammon", True, False, True),
        ("backgammon", False, True, True),
        ("backgammon", True, True, False),
    ],
)
def test_the_seats_of_a_board_of_points(book: str, flipped: bool, right: bool, near: bool) -> None:
    """Where point 1 is: by the seats of Chessgammon, and of backgammon at White's right hand."""
    root = ElementTree.fromstring(axedrez.load(book).start().svg(flipped=flipped))
    width, height = map(float, (root.get("viewBox") or "").split()[2:])
    number = next(text for text in root.iter(f"{SVG}text") if text.text in ("1", "01"))
    x, y = float(number.get("x") or 0), float(number.get("y") or 0)
    assert (x > width / 2, y > height / 2) == (right, near)


def test_what_a_sheet_names_cannot_leave_its_place() -> None:
    hostile = '<script>alert("1")</script>'
    data = to_data(axedrez.load("clasico").sheet)
    data["pieces"]["queen"]["glyph"] = hostile
    drawing = from_data(data).start().svg()
    assert pieces(drawing) == 32
    assert "<script" not in drawing


def test_boards_in_characters() -> None:
    assert str(axedrez.load("clasico").start()).splitlines() == [
        "8  r  n  b  q  k  b  n  r",
        "7  p  p  p  p  p  p  p  p",
        "6  ·  ·  ·  ·  ·  ·  ·  ·",
        "5  ·  ·  ·  ·  ·  ·  ·  ·",
        "4  ·  ·  ·  ·  ·  ·  ·  ·",
        "3  ·  ·  ·  ·  ·  ·  ·  ·",
        "2  P  P  P  P  P  P  P  P",
        "1  R  N  B  Q  K  B  N  R",
        "   a  b  c  d  e  f  g  h",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ]
    backgammon = str(axedrez.load("backgammon").start().play("31"))
    assert "bar: -   off: -   · 3 1" in backgammon
