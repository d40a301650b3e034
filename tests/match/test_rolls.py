"""Chance at the table: when dice are rolled, what they are, and that they prove themselves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from axedrez.core import AxedrezError, Side
from axedrez.match import Fischer, Player, Players, Record, Seeds
from axedrez.match import events as e
from axedrez.match import proof as proofs
from axedrez.match.dice import commitment
from tests.match.dicing import GAME_ID, LAST_MAN, T0, Table, match_of, seed, types

ANA, LUIS = Player(name="Ana"), Player(name="Luis")
SEATS = Players(ANA, LUIS)
ENDINGS: list[tuple[str, dict[str, Any]]] = [
    ("resign", {"side": "black"}),
    ("abort", {}),
    ("flag", {"at": T0 + 10**6}),
    ("move", {"move": "1/off"}),
]


def opened(table: Table) -> e.OpenedData:
    assert table.record.opened is not None
    return table.record.opened


def told_seed(table: Table) -> str | None:
    return table.record.server_seed


@pytest.mark.clause("G-5")
def test_both_roll_for_the_first_turn_and_the_higher_plays_white_with_both_dice() -> None:
    ties = swaps = 0
    for number in range(80):
        table = Table(secret=seed(number), players=SEATS).begin()
        assert types(table.log) == ["Opened", "Rolled"]
        *tied, (first, second) = opened(table).rolls
        assert all(a == b for a, b in tied)
        assert first != second
        ties, swaps = ties + len(tied), swaps + (second > first)
        assert opened(table).swapped is table.record.swapped is (second > first)
        assert table.record.players == (Players(LUIS, ANA) if second > first else SEATS)
        roll = table.log[1]
        assert isinstance(roll, e.Rolled)
        assert (roll.data.roll, roll.by) == (f"{max(first, second)}{min(first, second)}", "white")
        assert roll.data.number == len(opened(table).rolls)
        assert table.record.turn is table.record.position.turn is Side.WHITE
    assert ties > 5
    assert 20 < swaps < 60


@pytest.mark.clause("G-5")
def test_turns_alternate_and_each_roll_follows_its_turn_at_once() -> None:
    table = Table().begin()
    first = table.record.number
    sides = []
    for turn in range(12):
        assert table.record.turn is not None
        sides.append(table.record.turn)
        log = table.play()
        assert types(log) == ["Moved", "Rolled"]
        assert table.record.number == first + turn + 1
        rolled = Seeds(GAME_ID, table.secret).roll(table.record.number)
        assert table.record.roll == e.RolledData(str(rolled), table.record.number)
    assert sides == [Side.WHITE, Side.BLACK] * 6


def test_a_position_that_is_set_up_has_no_opening_roll() -> None:
    table = Table(LAST_MAN).begin()
    assert types(table.log) == ["Rolled"]
    assert table.record.number == 1
    assert not table.record.swapped
    with_dice = Table(LAST_MAN + " 52").begin()
    assert with_dice.log == []
    assert str(with_dice.record.position).count("52") == 1
    assert types(with_dice.play()) == ["Moved", "Ended", "Revealed"]


def test_rolls_given_with_the_start_have_no_number() -> None:
    table = Table().begin("52", "13/8 13/11", "41")
    assert types(table.log) == ["Rolled", "Moved", "Rolled"]
    assert (table.record.roll, table.record.turn) == (e.RolledData("41", None), Side.BLACK)
    assert types(table.play()) == ["Moved", "Rolled"]
    assert table.record.number == 1
    ended = Table(LAST_MAN).begin("61", "1/off")
    assert types(ended.log) == ["Rolled", "Moved", "Ended", "Revealed"]


def test_rolls_keep_number_and_value_when_turns_are_taken_back() -> None:
    table = Table(secret=seed(3)).begin()
    table.play(6)
    rolled = [(event.data.number, event.data.roll) for event in table.log if isinstance(event, e.Rolled)]
    table.do("undo", plies=4)
    assert table.record.roll == e.RolledData(rolled[2][1], rolled[2][0])
    assert table.record.position.turn is table.record.turn is Side.WHITE
    again = []
    for _ in range(5):
        # Another turn than before where there is one.
        log = table.do("move", move=str(table.record.position.legal_moves()[-1]))
        again += [(event.data.number, event.data.roll) for event in log if isinstance(event, e.Rolled)]
    assert again[:4] == rolled[3:]
    last = rolled[-1][0]
    assert last is not None
    assert again[4][0] == last + 1
    table.do("resign", side="white")
    assert proofs.verify(file_of(table)).derived == again[4][0]


def test_a_record_is_the_fold_of_its_log_dice_included() -> None:
    table = Table(secret=seed(3), players=SEATS).begin()
    table.play(5)
    table.do("undo")
    replayed = Record.replay(table.record.game, table.record.setup, table.log)
    for name in ("position", "number", "roll", "players", "opened", "cube", "turn", "seq"):
        assert getattr(replayed, name) == getattr(table.record, name), name


@pytest.mark.parametrize(("kind", "fields"), ENDINGS)
def test_every_ending_reveals_the_seed_and_nothing_before_does(kind: str, fields: dict[str, Any]) -> None:
    table = Table(LAST_MAN + " 52", clock=Fischer(1000)).begin()
    if kind != "move":
        table = Table(clock=Fischer(1000)).begin()
        table.play()
    assert told_seed(table) is None
    assert table.secret.hex() not in msgspec.json.encode(table.log).decode()
    log = table.do(kind, **fields)
    assert types(log)[-2:] == ["Ended", "Revealed"]
    assert told_seed(table) == table.secret.hex()
    proofs.verify(file_of(table))


def test_the_clock_of_who_is_to_roll_runs() -> None:
    table = Table(of=match_of(5), clock=Fischer(60_000)).begin()
    move = str(table.record.position.legal_moves()[0])
    table.do("move", at=T0 + 1_000, move=move)
    clock = table.record.clock
    assert clock is not None
    assert (clock.running, table.record.position.turn) == (Side.BLACK, Side.CHANCE)
    table.do("roll", at=T0 + 5_000)
    table.do("move", at=T0 + 11_000, move=str(table.record.position.legal_moves()[0]))
    clock = table.record.clock
    assert clock is not None
    assert (clock.running, clock.white_ms, clock.black_ms) == (Side.WHITE, 60_000, 50_000)
    log = table.do("roll", at=T0 + 80_000)  # too late
    assert types(log) == ["Ended", "Revealed"]
    assert table.record.outcome is not None
    assert (table.record.outcome.result, table.record.outcome.reason) == ("0-1", "time")


def test_who_is_offered_a_double_thinks_in_their_own_time() -> None:
    table = Table(of=match_of(5), clock=Fischer(60_000)).begin()
    table.do("move", at=T0, move=str(table.record.position.legal_moves()[0]))

    def reading() -> tuple[Side | None, int, int]:
        clock = table.record.clock
        assert clock is not None
        return clock.running, clock.white_ms, clock.black_ms

    table.do("offer", at=T0 + 4_000, offer="double", side="black")
    assert reading() == (Side.WHITE, 60_000, 56_000)
    table.do("accept", at=T0 + 7_000, offer="double", side="white")
    assert reading() == (Side.BLACK, 57_000, 56_000)
    table.do("move", at=T0 + 8_000, move=str(table.record.position.legal_moves()[0]))
    assert reading() == (Side.WHITE, 57_000, 55_000)
    table.do("offer", at=T0 + 8_000, offer="double", side="white")
    replayed = Record.replay(table.record.game, table.record.setup, table.log)
    assert replayed.clock == table.record.clock
    table.do("flag", at=T0 + 63_000)
    assert table.record.outcome is not None
    assert (table.record.outcome.result, table.record.outcome.reason) == ("1-0", "time")
    table = Table(of=match_of(5), clock=Fischer(60_000)).begin()
    table.do("move", at=T0, move=str(table.record.position.legal_moves()[0]))
    table.do("offer", at=T0 + 4_000, offer="double", side="black")
    table.do("accept", at=T0 + 7_000, offer="double", side="white")
    table.do("undo", at=T0 + 9_000)
    assert reading() == (None, 60_000, 60_000)


def test_the_record_keeps_no_seed() -> None:
    table = Table(secret=bytes(range(32))).begin()
    table.play(2)
    for value in vars(table.record).values():
        assert bytes(range(32)) not in (value, getattr(value, "server", None))
        assert bytes(range(32)).hex() not in str(value)


# Seeds of the players.


def test_players_commit_before_any_seed_is_told_and_the_dice_wait_for_them() -> None:
    table = Table(seats=("white", "black"), players=SEATS).begin()
    mine, yours = seed(100).hex(), seed(200).hex()
    assert (table.log, table.record.turn) == ([], None)
    for kind, fields, reason in [
        ("move", {"move": "pass"}, "seeds_first"),
        ("roll", {}, "no_roll_now"),
        ("reveal_seed", {"side": "white", "seed": mine}, "seeds_not_committed"),
    ]:
        refuse(table, reason, kind, **fields)
    table.do("commit_seed", side="black", commitment=commitment(bytes.fromhex(yours)))
    refuse(table, "no_seed_here", "commit_seed", side="black", commitment=commitment(b"another"))
    refuse(table, "seeds_not_committed", "reveal_seed", side="black", seed=yours)
    table.do("commit_seed", side="white", commitment=commitment(bytes.fromhex(mine)))
    refuse(table, "seed_mismatch", "reveal_seed", side="white", seed=yours)
    table.do("reveal_seed", side="white", seed=mine)
    refuse(table, "no_seed_here", "reveal_seed", side="white", seed=mine)
    log = table.do("reveal_seed", side="black", seed=yours)
    assert types(log) == ["SeedRevealed", "Opened", "Rolled"]
    assert opened(table).rolls[0] == Seeds(GAME_ID, table.secret, mine, yours).roll(1)
    table.do("resign", side="white")
    proofs.verify(file_of(table))


def test_a_seat_that_brings_no_seed_is_not_asked_for_one() -> None:
    table = Table(seats=("black",)).begin()
    refuse(table, "no_seed_here", "commit_seed", side="white", commitment=commitment(b"any"))
    table.do("commit_seed", side="black", commitment=commitment(seed(5)))
    table.do("reveal_seed", side="black", seed=seed(5).hex())
    assert opened(table).rolls[0] == Seeds(GAME_ID, table.secret, "", seed(5).hex()).roll(1)
    refuse(Table().begin(), "no_seed_here", "commit_seed", side="white", commitment=commitment(b"any"))


def refuse(table: Table, reason: str, kind: str, **fields: Any) -> None:
    before = list(table.log)
    with pytest.raises(AxedrezError) as refusal:
        table.do(kind, **fields)
    assert (refusal.value.reason, table.log) == (reason, before)


# The file.


def file_of(table: Table) -> proofs.Proof:
    assert table.record.setup.dice is not None
    return proofs.proof(GAME_ID, table.record.setup.dice, table.log)


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    """The file of a game with seeds of both players, a tie at the opening, and turns taken back."""
    table = next(
        table for table in (played_with_seeds(number) for number in range(200)) if len(opened(table).rolls) > 1
    )
    table.play(4)
    table.do("undo", plies=2)
    table.play(3)
    table.do("resign", side="black")
    decoded: dict[str, Any] = msgspec.to_builtins(file_of(table))
    return decoded


def played_with_seeds(number: int) -> Table:
    table = Table(secret=seed(number), seats=("white", "black")).begin()
    for kind, name, value in (("commit_seed", "commitment", None), ("reveal_seed", "seed", "told")):
        for side, own in (("white", seed(1000)), ("black", seed(2000))):
            given: dict[str, Any] = {name: own.hex() if value else commitment(own)}
            table.do(kind, side=side, **given)
    return table


def event(file: dict[str, Any], kind: str, place: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = [event for event in file["events"] if event["type"] == kind][place]
    return found


def copied(file: dict[str, Any]) -> dict[str, Any]:
    twin: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(file))
    return twin


def checked(file: dict[str, Any]) -> proofs.Checked:
    return proofs.verify(proofs.read(msgspec.json.encode(file)))


def test_an_honest_file_is_found_correct(finished: dict[str, Any]) -> None:
    found = checked(finished)
    assert (found.derived, found.given) == (event(finished, "rolled", -1)["data"]["number"], 0)
    assert found.statistics.total == found.derived


def _other_roll(file: dict[str, Any]) -> None:
    data = event(file, "rolled", 2)["data"]
    data["roll"] = "61" if data["roll"] != "61" else "52"


def _after_undo(file: dict[str, Any]) -> None:
    data = event(file, "rolled", -1)["data"]
    data["roll"] = "66" if data["roll"] != "66" else "55"


def _skip_a_number(file: dict[str, Any]) -> None:
    for rolled in [event for event in file["events"] if event["type"] == "rolled"][2:]:
        number = rolled["data"]["number"] = rolled["data"]["number"] + 1
        seeds = Seeds(
            GAME_ID, bytes.fromhex(event(file, "revealed")["data"]["server_seed"]), seed(1000).hex(), seed(2000).hex()
        )
        rolled["data"]["roll"] = str(seeds.roll(number))


def _swap(file: dict[str, Any]) -> None:
    data = event(file, "opened")["data"]
    data["swapped"] = not data["swapped"]


def _opening(file: dict[str, Any]) -> None:
    rolls = event(file, "opened")["data"]["throws"]
    rolls[0] = [7 - die for die in rolls[0]]


def _opening_cut(file: dict[str, Any]) -> None:
    del event(file, "opened")["data"]["throws"][0]


def _no_number(file: dict[str, Any]) -> None:
    event(file, "rolled", 1)["data"]["number"] = None


def _server_seed(file: dict[str, Any]) -> None:
    event(file, "revealed")["data"]["server_seed"] = seed(12345).hex()


def _not_over(file: dict[str, Any]) -> None:
    del file["events"][-1]


def _player_seed(file: dict[str, Any]) -> None:
    event(file, "seed_revealed")["data"]["seed"] = seed(77).hex()


def _commitment_late(file: dict[str, Any]) -> None:
    events = file["events"]
    events[1], events[2] = events[2], events[1]
    events[1]["seq"], events[2]["seq"] = 2, 3


def _seat_forgotten(file: dict[str, Any]) -> None:
    file["seats"] = ["white"]


def _lost_event(file: dict[str, Any]) -> None:
    del file["events"][8]


def _undo_too_far(file: dict[str, Any]) -> None:
    event(file, "undone")["data"]["plies"] = 40


def _other_game(file: dict[str, Any]) -> None:
    file["game"] = GAME_ID.replace("1", "7")


def _no_hex(file: dict[str, Any]) -> None:
    event(file, "revealed")["data"]["server_seed"] = "zz"


def _no_format(file: dict[str, Any]) -> None:
    file["format"] = "axedrez-dice-9"


@pytest.mark.parametrize(
    ("tamper", "reason"),
    [
        (_other_roll, "dice_roll"),
        (_after_undo, "dice_roll"),
        (_skip_a_number, "dice_roll"),
        (_swap, "dice_roll"),
        (_opening, "dice_roll"),
        (_opening_cut, "dice_roll"),
        (_no_number, "dice_roll"),
        (_other_game, "dice_roll"),
        (_server_seed, "dice_server_seed"),
        (_not_over, "dice_not_revealed"),
        (_player_seed, "dice_player_seed"),
        (_commitment_late, "dice_seed_order"),
        (_seat_forgotten, "dice_seed_order"),
        (_lost_event, "dice_log"),
        (_undo_too_far, "dice_log"),
        (_no_hex, "dice_file"),
        (_no_format, "dice_file"),
    ],
)
def test_a_file_that_was_tampered_with_is_refused(finished: dict[str, Any], tamper: Any, reason: str) -> None:
    file = copied(finished)
    tamper(file)
    with pytest.raises(proofs.DiceFault) as fault:
        checked(file)
    assert fault.value.reason == reason


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_file_is_refused_in_one_sentence(text: bytes) -> None:
    with pytest.raises(proofs.DiceFault) as fault:
        proofs.read(text)
    assert fault.value.reason == "dice_file"
    assert "\n" not in str(fault.value)


def test_rolls_of_a_match_with_the_cube_prove_themselves_too() -> None:
    table = Table(of=match_of(5)).begin()
    table.play(3)
    table.do("offer", offer="double", side=table.record.position.side.word)
    table.do("accept", offer="double", side=table.record.position.side.opponent.word)
    table.play(3)
    table.do("resign", side="white", match=True)
    assert proofs.verify(file_of(table)).derived == table.record.number
