"""PGN, the file format of games: trees of moves, and their reading as a stream. Always with English letters.

The moves of a turn of several follow each other under the number of the turn. A roll of dice is written before the
move that plays it, as a comment that other programs ignore: `{[%roll 52]}`. A shuffled start is given as FEN. Rules
that no name determines are embedded in tags (`rulesheet.embedding`).

Reading is lenient: faults that do not affect the played moves are skipped and reported (`PgnGame.passed`).
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TextIO, get_args

from axedrez.chess.gamefiles.pgn import variants
from axedrez.chess.gamefiles.pgn.letters import Letters, Retold
from axedrez.chess.gamefiles.pgn.tokens import Token, tokens
from axedrez.chess.gamefiles.pgn.variants import STANDARD
from axedrez.chess.position.game import ChessGame
from axedrez.chess.position.san import plain
from axedrez.chess.sheet.schema import ChessSheet, upgraded
from axedrez.core.contract import Game, Move, Position
from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.game_record import FileFault
from axedrez.core.outcome import Outcome, Result
from axedrez.core.sides import Side
from axedrez.rulesheet import embedding
from axedrez.rulesheet.validation import to_sheet

MAX_DEPTH = 50
MAX_MOVES = 20_000
MAX_TAGS = 1000
MAX_NAGS = 20
MAX_TOLD = 50
MAX_WAITING = 20
MAX_JOINED = 30_000  # characters of comments about one move, to which no more are added

# The seven tags that every game has, with what is written where nothing is known.
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
# Tags that follow from the other fields of a game.
DERIVED = ("Result", "SetUp", "FEN", "Variant")
_ROLL = re.compile(r"\[%roll ([1-6]{2})\]")
# What the standard calls the ends of games; any other is `normal`.
_TERMINATIONS = {
    "time": "time forfeit",
    **dict.fromkeys(("abandoned", "aborted", "no_show", "left"), "abandoned"),
    "cap": "unterminated",
}


@dataclass
class PgnMove:
    """A move with what is said about it; `variations` are other lines that could begin instead of it."""

    before: Position
    move: Move
    nags: list[int] = field(default_factory=list)
    comment: str = ""
    variations: list[PgnLine] = field(default_factory=list)


@dataclass
class PgnLine:
    """A series of moves; `comment` stands before the first. Comments are single lines without double spaces."""

    comment: str = ""
    moves: list[PgnMove] = field(default_factory=list)


@dataclass
class PgnGame:
    """A game in PGN.

    `headers` lacks the tags `Result`, `SetUp`, `FEN`, `Variant` and those of the rules, which the other fields say, and
    those of the seven about which nothing is known. Rolls of dice stand in the line like moves. `passed`: what the
    reader passed over, with its place. `place`: the game's number in its file, its line and column.
    """

    start: Position
    line: PgnLine = field(default_factory=PgnLine)
    headers: dict[str, str] = field(default_factory=dict)
    result: Result = "*"
    passed: list[FileFault] = field(default_factory=list, compare=False)
    place: tuple[int, int, int] = field(default=(1, 1, 1), compare=False)

    def moves(self) -> list[Move]:
        """The moves that were played."""
        return [played.move for played in self.line.moves]

    @classmethod
    def of(cls, start: Position, moves: list[Move], outcome: Outcome | None, **headers: str) -> PgnGame:
        """The game of moves that are known to be legal; `outcome` is None for one that still goes on."""
        reason = outcome.reason if outcome else "cap"
        headers["Termination"] = _TERMINATIONS.get(reason, "normal")
        game = cls(start, headers=headers, result=outcome.result if outcome else "*")
        position = start
        for move in moves:
            game.line.moves.append(PgnMove(position, move))
            position = position.play_unchecked(move)
        return game


class _Broken(Exception):
    """The game that is being read cannot be understood from this place on."""

    def __init__(self, token: Token, error: AxedrezError) -> None:
        super().__init__(error)
        self.token = token
        self.error = error


class _Frame(NamedTuple):
    """A line that is being read, and the sign that opened it."""

    line: PgnLine
    opened: Token


class _Reading:
    """The game that is being read, as far as it has come.

    `passing`: so many parentheses deep in what is passed over, 0 for nothing; `cut`: the main line is, up to its end.
    """

    def __init__(
        self,
        find: Callable[..., Game],
        first: Token,
        number: int,
        start: Position | None = None,
        tongues: tuple[str, ...] = (),
    ) -> None:
        """`start`: where the game starts, if that is known without its tags; `tongues`: see `Letters`."""
        self.find = find
        self.start = start
        self.number = number
        self.tags: dict[str, Token] = {}
        self.last_tag = first.line
        self.in_tags = True
        self.broken = False
        self.frames = [_Frame(PgnLine(), first)]
        self.game: PgnGame | None = None
        self.positions: list[Position] = []
        self.count = 0
        self.passing = 0
        self.cut = False
        self.passed: list[FileFault] = []
        self.letters = Letters(tongues)
        self.main: list[Token] = []
        self.doubt: Token | None = None
        self.ahead: int | None = None
        self.result: Token | None = None
        self.aside = 0  # so many parentheses deep in words about the result

    def begins_another(self, token: Token) -> bool:
        """Whether a sign can only belong to the next game."""
        if self.result is not None:
            after = token.line - self.result.line
            if token.kind in ("open", "line") or (self.aside and token.kind != "tag"):
                return after > 1  # no game begins so, and long lines are broken anywhere
            return after > 0 or token.kind not in ("comment", "nag")
        if token.kind == "number" and not self.tags and len(self.frames) == 1 and token.text == "1":
            return len(self.frames[0].line.moves) > 1  # games without tags, one after the other
        if token.kind != "tag":
            return False
        name = token.text.partition(" ")[0]
        if not self.in_tags:
            return not token.value or name in (*ROSTER, *DERIVED)
        return name in self.tags and (name == "Event" or token.line > self.last_tag + 1)

    def tell(self, token: Token, error: AxedrezError) -> None:
        """Something is passed over."""
        if len(self.passed) < MAX_TOLD:
            self.passed.append(FileFault(self.number, token.line, token.column, error))
        elif len(self.passed) == MAX_TOLD:
            self.passed.append(FileFault(self.number, token.line, token.column, TextError("pgn_more")))

    def take(self, token: Token) -> None:
        """Read a sign of this game. Raises `_Broken`."""
        if self.result is not None and token.kind not in ("comment", "nag"):
            self.aside += (token.kind == "open") - (token.kind == "close")
            return
        if token.kind == "fault":
            raise _Broken(token, TextError(token.text))
        if token.kind == "strange":
            self._strange(token)
            return
        if token.kind == "tag":
            self._tag_line(token)
            return
        if token.kind == "comment" and self.in_tags and not self._opens_moves(token):
            return
        self._begin()
        if self.passing:
            self._pass(token)
            return
        line = self.frames[-1].line
        match token.kind:
            case "move":
                self._move(token, line)
            case "null":
                self._null(token, line)
            case "nag":
                self._nag(token, line)
            case "number":
                self._numbered(token)
            case "comment" if self.positions[-1].turn is Side.CHANCE and (roll := _ROLL.fullmatch(token.text)):
                self._move(token._replace(text=roll[1]), line)
            case "comment":
                self._comment(token, line)
            case "open":
                self._open(token, line)
            case "close" if len(self.frames) == 1:
                self.tell(token, TextError("pgn_close"))
            case "close":
                self._close()

    def ended_by(self, token: Token) -> bool:
        """Whether a sign is the result that ends this game (inside a variation it says nothing)."""
        if token.kind != "result":
            return False
        if self.broken:
            return not self.tags
        return len(self.frames) == 1 and self.passing == self.cut

    def finish(self) -> PgnGame:
        """The whole game. Raises `_Broken`."""
        game = self._begin()
        while len(self.frames) > 1:
            self.tell(self.frames[-1].opened, TextError("pgn_open"))
            self._close()
        if not (self.tags or game.line.moves) and self.passed:
            place = self.passed[0]
            raise _Broken(Token("end", "", place.line, place.column), place.error)
        if (at := self.letters.doubtful()) is not None:
            raise _Broken(self.main[at], TextError("move_text", value=self.main[at].text[:20]))
        if self.letters.said():
            self.tell(self.frames[0].opened, TextError("pgn_tongue", letters=self.letters.said()))
        written = self.result.text if self.result else _plain_result(self._tag("Result"))
        game.result = next((result for result in get_args(Result) if result == written), "*")
        game.passed = self.passed
        game.place = (self.number, *self.frames[0].opened[2:4])
        return game

    def _tag(self, name: str) -> str:
        token = self.tags.get(name)
        return " ".join(token.text.split()[1:]) if token else ""

    def _tag_line(self, token: Token) -> None:
        if not self.in_tags:
            self.tell(token, TextError("pgn_tag"))
            return
        name = token.text.partition(" ")[0]
        if name in self.tags and self.tags[name].text != token.text:
            self.tell(token, TextError("pgn_tag_again", name=name[:40]))
        self.tags[name] = token
        self.last_tag = token.line
        if len(self.tags) > MAX_TAGS:
            raise _Broken(token, TextError("pgn_long"))

    def _opens_moves(self, token: Token) -> bool:
        """Whether a comment before the first move can be read now; among the tags it waits for the moves."""
        if self.tags and _ROLL.fullmatch(token.text):
            return True
        self._comment(token, self.frames[0].line)
        return False

    def _begin(self) -> PgnGame:
        """The game with its rulebook and start, known once its tags are complete."""
        self.in_tags = False
        if self.game is None:
            own = (name for name in self.tags if name not in DERIVED and not embedding.is_tag(name))
            headers = {name: self._tag(name) for name in own}
            headers = {name: value for name, value in headers.items() if value != ROSTER.get(name)}
            self.game = PgnGame(self.start or self._start(), self.frames[0].line, headers)
            self.positions = [self.game.start]
        return self.game

    def _start(self) -> Position:
        name = "Variant"
        try:
            embedded = {tag: self._tag(tag) for tag in self.tags if embedding.is_tag(tag)}
            game = embedding.rules(embedded, self._named, self.find, _built)
            if not isinstance(game, ChessGame):
                raise TextError("file_rulebook", name=self._tag(name)[:40])
            name = "FEN"
            if self._tag(name):
                start, _, left_out = game.read(self._tag(name))
                for fault in left_out:
                    self.tell(self.tags[name], fault)
                return start
            if game.sheet.start.shuffle != "none" and not embedded:
                self.tell(self.tags.get("Variant", self.frames[0].opened), TextError("pgn_shuffle"))
                return game.parse(game.sheet.start.fen)
            return game.start()
        except AxedrezError as fault:
            name = embedding.HASH if fault.reason == "file_sheet" else name
            raise _Broken(self.tags.get(name, self.frames[0].opened), fault) from None

    def _named(self) -> Game:
        written = self._tag("Variant")
        known = variants.known(written) if written else variants.Rulebook(STANDARD)
        if known is not None:
            return self.find(known.rulebook, dict(known.options)) if known.options else self.find(known.rulebook)
        variant = slug(written)
        # A file names rulebooks that are known here, never a path.
        if not re.fullmatch("[a-z0-9-]+", variant):
            raise TextError("file_rulebook", name=written[:40])
        return self.find(variant)

    def _move(self, token: Token, line: PgnLine) -> None:
        self.count += 1
        if self.count > MAX_MOVES:
            raise _Broken(token, TextError("pgn_long"))
        position, is_main = self.positions[-1], len(self.frames) == 1
        if is_main:
            self.main.append(token)
        try:
            move = self.letters.read(position, token.text, certain=is_main)
        except Retold as other:
            self._retell(other.moves, line)
            return
        except AxedrezError as fault:
            if is_main:
                raise _Broken(token, fault) from None
            self.tell(token, TextError("pgn_line_cut", value=token.text[:20], fault=fault))
            self.passing = 1
            return
        line.moves.append(PgnMove(position, move))
        self.positions[-1] = position.play_unchecked(move)

    def _retell(self, moves: list[Move], line: PgnLine) -> None:
        """Put the main line right, after it became clear in which language it is; variations of others are lost."""
        assert self.game is not None
        position, told = self.game.start, line.moves
        line.moves = []
        for at, move in enumerate(moves):
            before = told[at] if at < len(told) else None
            if before is not None and before.move == move and before.before == position:
                line.moves.append(before)
            else:
                line.moves.append(
                    PgnMove(position, move, before.nags if before else [], before.comment if before else "")
                )
            position = position.play_unchecked(move)
        self.positions[-1] = position

    def _null(self, token: Token, line: PgnLine) -> None:
        """A null move, where the rules know none, ends what can be played of its line."""
        try:
            self.positions[-1].parse_move("--")
        except AxedrezError:
            self.tell(token, TextError("pgn_null"))
            self.passing, self.cut = 1, len(self.frames) == 1
        else:
            self._move(token._replace(text="--"), line)

    def _nag(self, token: Token, line: PgnLine) -> None:
        nags = line.moves[-1].nags if line.moves else None
        if nags is None or len(nags) >= MAX_NAGS:
            self.tell(token, TextError("pgn_nag", value=(token.value or f"${token.text}")[:20]))
        elif int(token.text) not in nags:
            nags.append(int(token.text))

    def _comment(self, token: Token, line: PgnLine) -> None:
        about = line.moves[-1] if line.moves else line
        if len(about.comment) > MAX_JOINED:
            self.tell(token, TextError("pgn_comment_long"))
        else:
            about.comment = f"{about.comment} {token.text}".strip()

    def _numbered(self, token: Token) -> None:
        """After a word that was no move the numbers must go on as before: no move must be lost silently."""
        if len(self.frames) > 1 or len(token.text) > 6:
            return
        ahead = int(token.text) - (self.positions[-1].ply // 2 + 1)
        if self.doubt is not None and self.ahead is not None and ahead != self.ahead:
            raise _Broken(self.doubt, TextError("move_text", value=self.doubt.value[:20]))
        self.ahead, self.doubt = ahead, None

    def _strange(self, token: Token) -> None:
        if self.passing:
            return
        if token.text == "pgn_word":
            if len(self.frames) == 1 and self.game is not None:
                self.doubt = token
            if self.passed and self.passed[-1][1:3] == (token.line, token.column - 1):
                return
        details = {"value": token.value[:20]} if token.value else {}
        self.tell(token, TextError(token.text, **details))

    def _open(self, token: Token, line: PgnLine) -> None:
        before = line.moves[-1].before if line.moves else self.positions[-1]
        if not line.moves:
            self.tell(token, TextError("pgn_variation"))
            self.passing = 1
        elif len(self.frames) > MAX_DEPTH:
            self.tell(token, TextError("pgn_deep", limit=MAX_DEPTH))
            self.passing = 1
        self.frames.append(_Frame(PgnLine(), token))
        self.positions.append(before)

    def _pass(self, token: Token) -> None:
        """Pass over a sign; the parenthesis that closes the variation ends that."""
        self.passing += (token.kind == "open") - (token.kind == "close" and self.passing > self.cut)
        if not self.passing:
            self._close()

    def _close(self) -> None:
        line = self.frames.pop().line
        self.positions.pop()
        self.passing = 0
        if line.moves:
            self.frames[-1].line.moves[-1].variations.append(line)


def _plain_result(text: str) -> str:
    """A result in a tag, which may be written with other signs."""
    written = plain("".join(text.split())).replace(":", "-").replace("½", "1/2")
    return re.sub(r"0[.,]5", "1/2", written)


@lru_cache(maxsize=8)
def _built(packed: str) -> ChessGame:
    """The game of a sheet that a file carries; many games of a file have the same."""
    return ChessGame(to_sheet(upgraded(embedding.unpacked(packed)), ChessSheet, embedding.PIECE))


def slug(name: str) -> str:
    """The id that the name of a rulebook has, if it follows its name."""
    return re.sub(r"[\s_]+", "-", name.lower())


def read_games(stream: TextIO, find: Callable[..., Game]) -> Iterator[PgnGame | FileFault]:
    """The games of a text, one after the other, without keeping it; a game that cannot be read gives a fault.

    `find` gives a rulebook by its id (`[Variant]`; `clasico` without one), such as `axedrez.load`, or also by its hash;
    a sheet that the game carries needs no finding. Raises nothing.
    """
    number = 0
    reading: _Reading | None = None
    waiting: list[Token] = []
    tongues: tuple[str, ...] = ()

    def closed(game: _Reading) -> Iterator[PgnGame | FileFault]:
        nonlocal tongues
        if not game.broken:
            try:
                yield game.finish()
                tongues = game.letters.tongues or tongues
            except _Broken as fault:
                yield FileFault(number, fault.token.line, fault.token.column, fault.error)

    for token in tokens(stream):
        if reading is not None and (token.kind == "end" or reading.begins_another(token)):
            yield from closed(reading)
            reading = None
        if token.kind == "line":
            continue
        if reading is None:
            if token.kind == "comment" and len(waiting) < MAX_WAITING:
                waiting.append(token)  # it opens the next game
            if token.kind in ("end", "result", "comment", "nag", "number", "close"):
                continue
            number += 1
            reading = _Reading(find, token, number, tongues=tongues)
        if reading.ended_by(token):
            reading.result = token
            continue
        signs = [*waiting, token] if waiting else [token]
        waiting = []
        try:
            if reading.broken:
                reading.in_tags = reading.in_tags and token.kind == "tag"
            else:
                for sign in signs:
                    reading.take(sign)
        except _Broken as fault:
            reading.broken = True
            reading.in_tags = reading.in_tags and token.kind == "tag"
            yield FileFault(number, fault.token.line, fault.token.column, fault.error)


def read_notes(start: Position, text: str, find: Callable[..., Game]) -> PgnGame:
    """The game from `start` whose notes `write_notes` has written, as far as they can be read. Raises nothing."""
    reading = _Reading(find, Token("tag", "", 1, 1), 1, start)
    if not text.startswith("["):
        reading._begin()
    try:
        for token in tokens(io.StringIO(text)):
            if token.kind not in ("line", "end"):
                reading.take(token)
    except _Broken:
        pass
    return reading._begin()
