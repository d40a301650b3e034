"""Positions and moves of the slow twin: every move is tried, and legal if what it leads to is (M-1 … M-10, M-12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from tests.naive.board import BLACK, WHITE, Square, opponent, owner, piece_of, square_name
from tests.naive.variants import castling, goals
from tests.naive.variants.betza import Way
from tests.naive.variants.rules import Rules

PASS = "0000"
ROLLS = [f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1)]


class Right(NamedTuple):
    """A right to castle: the side, and the homes of its royal piece and of the partner."""

    side: str
    royal: Square
    partner: Square


class Move(NamedTuple):
    """A move of a player. `kind`: "", "double", "en passant", "castling", "drop" or "pass"."""

    uci: str
    origin: Square
    target: Square
    becomes: str = ""
    kind: str = ""
    right: Right | None = None


class Made(NamedTuple):
    """A move carried out on the board alone. `gone`: what has vanished, by square; `taken`: what was captured."""

    board: dict[Square, str]
    promoted: frozenset[Square]
    hand: str
    gone: dict[Square, str]
    taken: str


@dataclass(frozen=True)
class Position:
    """A position; decision 0004 says what belongs to it. `hand` holds the letters of both sides, `checks` those that
    White and Black still have to give, `end` (winner or "", reason) once a goal is met.
    """

    rules: Rules
    board: dict[Square, str]
    turn: str
    promoted: frozenset[Square] = frozenset()
    hand: str = ""
    rights: frozenset[Right] = frozenset()
    en_passant: Square | None = None
    halfmove: int = 0
    fullmove: int = 1
    checks: tuple[int, int] = (0, 0)
    moves: int = 1
    dice: str = ""
    shuffle: str = ""
    end: tuple[str, str] | None = None

    # Board

    def royals(self, side: str, board: dict[Square, str] | None = None) -> list[Square]:
        board = self.board if board is None else board
        letters = piece_of(self.rules.royal, side)
        return [at for at, piece in board.items() if piece in letters]

    def reached(self, board: dict[Square, str], origin: Square, way: Way) -> Iterator[Square]:
        """The squares that a way leads to, empty or not, up to and with the first where it must stop."""
        forward = 1 if board[origin].isupper() else -1
        dx, dy = way.step[0], way.step[1] * forward
        at, hurdle, taken = origin, False, 0
        while True:
            if way.lame and any(
                (at[0] + x, at[1] + y * forward) not in self.rules.squares or (at[0] + x, at[1] + y * forward) in board
                for x, y in way.passed()
            ):
                return
            at, taken = (at[0] + dx, at[1] + dy), taken + 1
            if at not in self.rules.squares or taken > (way.limit or 99):
                return
            if not way.hop or hurdle:
                yield at
                if at in board or way.hop == "g":
                    return
            hurdle = hurdle or at in board

    def attacked(self, board: dict[Square, str], target: Square, by: str) -> bool:
        """Whether a piece of `by` could capture what stands on a square, were it its turn."""
        for origin, piece in board.items():
            distance = target[0] - origin[0], target[1] - origin[1]
            for way in self.rules.aims[piece].get(distance, ()) if owner(piece) == by else ():
                if target in self.reached(board, origin, way):
                    return True
        return False

    def royal_attacked(self, board: dict[Square, str], square: Square, side: str) -> bool:
        """Whether the royal piece on a square is in check, neighbourly royal pieces of atomic chess minded."""
        if self.rules.sheet.capture.explosion and any(
            max(abs(x - square[0]), abs(y - square[1])) == 1 for x, y in self.royals(opponent(side), board)
        ):
            return False
        return self.attacked(board, square, opponent(side))

    def checked(self, side: str, board: dict[Square, str] | None = None) -> bool:
        """Whether a royal piece of a side is attacked."""
        board = self.board if board is None else board
        return any(self.royal_attacked(board, square, side) for square in self.royals(side, board))

    def in_check(self) -> bool:
        """Whether the player to move is in check: attacks mean nothing where they need not be parried."""
        return self.rules.sheet.royal.parry and self.checked(self.turn)

    # Moves by the movement of the pieces alone

    def pseudo_moves(self) -> Iterator[Move]:
        if not (self.rules.sheet.start.setup and self.own_hand()):
            for origin, piece in self.board.items():
                if owner(piece) == self.turn:
                    yield from self._piece_moves(origin, piece.upper())
            yield from castling.moves(self)
        yield from self._drops()

    def own_hand(self) -> str:
        return "".join(letter.upper() for letter in self.hand if owner(letter) == self.turn)

    def _piece_moves(self, origin: Square, letter: str) -> Iterator[Move]:
        seen = set()
        sheet = self.rules.sheet
        for way in self.rules.ways[letter]:
            for target in self.reached(self.board, origin, way):
                if target in self.board:
                    possible = way.captures and self._may_take(letter, origin, target)
                else:
                    possible = way.moves
                if possible and target not in seen:
                    seen.add(target)
                    yield from self._arriving(letter, origin, target)
        if letter == self.rules.pawn:
            forward = 1 if self.turn == WHITE else -1
            for x in (-1, 1):
                beside, target = (origin[0] + x, origin[1]), (origin[0] + x, origin[1] + forward)
                if sheet.pawn.sideways and beside in self.rules.squares and beside not in self.board:
                    yield from self._arriving(letter, origin, beside)
                if sheet.pawn.en_passant and target == self.en_passant:
                    yield from self._arriving(letter, origin, target, "en passant")
            one, two = (origin[0], origin[1] + forward), (origin[0], origin[1] + 2 * forward)
            free = all(square in self.rules.squares and square not in self.board for square in (one, two))
            if free and self.rules.rank_of(origin, self.turn) in sheet.pawn.double_step_ranks:
                yield from self._arriving(letter, origin, two, "double")

    def _may_take(self, letter: str, origin: Square, target: Square) -> bool:
        sheet, victim = self.rules.sheet, self.board[target]
        royal = victim.upper() in self.rules.royal
        if sheet.capture.explosion and letter in self.rules.royal:
            return False
        if owner(victim) == self.turn:
            castles = sheet.castling.mode == "960" and Right(self.turn, origin, target) in self.rights
            return bool(sheet.capture.own) and not royal and not castles
        return not (royal and sheet.royal.parry)

    def _arriving(self, letter: str, origin: Square, target: Square, kind: str = "") -> Iterator[Move]:
        """The move, with what the piece may or must become there (M-8)."""
        uci = square_name(origin) + square_name(target)
        plain = Move(uci, origin, target, "", kind)
        rule = self.rules.promotion.get(letter)
        is_pawn = letter == self.rules.pawn
        if (
            rule is None
            or not self.rules.in_zone(letter, target, self.turn)
            or (not is_pawn and self.rules.in_zone(letter, origin, self.turn))
            or (rule.without and piece_of(self.rules.letter(rule.without), self.turn) in self.board.values())
        ):
            yield plain
            return
        if rule.optional:
            yield plain
        for name in rule.into:
            becomes = self.rules.letter(name)
            yield plain._replace(uci=uci + becomes.lower(), becomes=becomes)

    def _drops(self) -> Iterator[Move]:
        sheet = self.rules.sheet
        barred = {sheet.pieces[name].letter: ranks for name, ranks in sheet.capture.no_drop_ranks.items()}
        for letter in sorted(set(self.own_hand())):
            for square in self.rules.squares - self.board.keys():
                rank = self.rules.rank_of(square, self.turn)
                if (
                    rank not in barred.get(letter, ())
                    and not (letter == self.rules.pawn and rank == sheet.board.ranks)
                    and not (sheet.start.setup and rank not in sheet.start.setup_ranks)
                ):
                    yield Move(f"{letter}@{square_name(square)}", square, square, letter, "drop")

    # Making a move

    def is_capture(self, move: Move) -> bool:
        return move.kind == "en passant" or (move.kind in ("", "double") and move.target in self.board)

    def make(self, move: Move) -> Made:
        """What a move does on the board and to the hands."""
        board, hand, sheet = dict(self.board), self.hand, self.rules.sheet
        if move.kind == "pass":
            return Made(board, self.promoted, hand, {}, "")
        if move.kind == "castling":
            castling.make(self, move, board)
            return Made(board, self.promoted, hand, {}, "")
        if move.kind == "drop":
            board[move.target] = piece_of(move.becomes, self.turn)
            return Made(board, self.promoted, hand.replace(piece_of(move.becomes, self.turn), "", 1), {}, "")
        promoted = set(self.promoted)
        piece = board.pop(move.origin)
        marked = move.origin in promoted
        if move.becomes and sheet.capture.hand and self.rules.promotion[piece.upper()].demotes:
            marked = True
        gone: dict[Square, str] = {}
        taken = ""
        if self.is_capture(move):
            passing = (move.target[0], move.origin[1])
            victim = passing if move.kind == "en passant" else move.target
            taken = gone[victim] = board.pop(victim)
            if sheet.capture.hand and not sheet.capture.explosion:
                hand += piece_of(self._was(taken) if victim in promoted else taken, self.turn)
            promoted.discard(victim)
        promoted.discard(move.origin)
        if taken and sheet.capture.explosion:
            gone[move.origin] = piece
            proof = self.rules.letters(sheet.capture.blast_proof)
            for square in [at for at in board if max(abs(at[0] - move.target[0]), abs(at[1] - move.target[1])) == 1]:
                if board[square].upper() not in proof:
                    gone[square] = board.pop(square)
                    promoted.discard(square)
        else:
            board[move.target] = piece_of(move.becomes, self.turn) if move.becomes else piece
            if marked:
                promoted.add(move.target)
        return Made(board, frozenset(promoted), "".join(sorted(hand)), gone, taken)

    def _was(self, piece: str) -> str:
        """What a promoted piece was: of the kind whose promotion demotes."""
        return next(letter for letter, rule in self.rules.promotion.items() if rule.demotes)

    def is_legal(self, move: Move) -> bool:
        """Whether a move of the pieces leaves no royal piece in danger, and gives no check where none may be given."""
        sheet = self.rules.sheet
        made = self.make(move)
        lost = {owner(piece) for piece in made.gone.values() if piece.upper() in self.rules.royal}
        if sheet.royal.parry:
            if self.turn in lost:
                return False
            if opponent(self.turn) in lost:
                return True
            if self.checked(self.turn, made.board):
                return False
        return sheet.royal.give_check or not self.checked(opponent(self.turn), made.board)

    def legal_moves(self) -> list[Move]:
        """The legal moves; none once a goal is met, or while chance is to act."""
        if self.end or self.chance():
            return []
        sheet = self.rules.sheet
        passing = Move(PASS, (0, 0), (0, 0), kind="pass")
        found = [move for move in self.pseudo_moves() if self.is_legal(move)]
        if self.dice:
            shown = {self.rules.letter(sheet.dice.faces[int(face) - 1]) for face in self.dice}
            found = [move for move in found if self._kind_moved(move) in shown]
        if sheet.capture.mandatory and any(map(self.is_capture, found)):
            return [move for move in found if self.is_capture(move)]
        if self.dice:
            return found or [passing]
        may_pass = not self.in_check() and self.is_legal(passing)
        placing = sheet.start.setup and self.own_hand()
        if sheet.turn.passing == "allowed" and may_pass and not placing:
            found.append(passing)
        if sheet.turn.passing == "when-stalemated" and may_pass and not found:
            found.append(passing)
        return found

    def _kind_moved(self, move: Move) -> str:
        return move.becomes if move.kind == "drop" else self.board[move.origin].upper()

    def ucis(self) -> set[str]:
        return {move.uci for move in self.legal_moves()}

    def play(self, text: str) -> Position:
        """The position after a legal move, a roll or an arrangement."""
        if self.chance():
            return castling.arrange(self, text) if self.shuffle else replace(self, dice=text)
        return self.after(next(move for move in self.legal_moves() if move.uci == text))

    def after(self, move: Move) -> Position:
        """The position after a legal move."""
        sheet, side, made = self.rules.sheet, self.turn, self.make(move)
        is_pawn = move.kind != "pass" and self._kind_moved(move) == self.rules.pawn
        gives = sheet.royal.parry and self.checked(opponent(side), made.board)
        ends_turn = sheet.turn.moves == 1 or self.moves == 1 or (gives and sheet.turn.check_ends_turn)
        fullmove = self.fullmove + (ends_turn and side == BLACK)
        touched = {move.origin, move.target, *made.gone} if move.kind not in ("pass", "drop") else set()
        rank = self.rules.rank_of(move.origin, side)
        answered = sheet.pawn.en_passant and (
            sheet.pawn.en_passant_ranks is None or rank in sheet.pawn.en_passant_ranks
        )
        double = move.kind == "double" and not move.becomes and answered and ends_turn
        left = list(self.checks)
        if "checks" in sheet.goal.win:
            left[side == BLACK] -= gives
        position = replace(
            self,
            board=made.board,
            promoted=made.promoted,
            hand=made.hand,
            turn=opponent(side) if ends_turn else side,
            rights=frozenset(r for r in self.rights if not touched & {r.royal, r.partner}),
            en_passant=(move.origin[0], (move.origin[1] + move.target[1]) // 2) if double else None,
            halfmove=0 if is_pawn or made.taken else self.halfmove + 1,
            fullmove=fullmove,
            checks=(left[0], left[1]),
            moves=self.rules.turn_length(opponent(side), fullmove) if ends_turn else self.moves - 1,
            dice="-" if self.dice else "",
        )
        return replace(position, end=goals.met(self, move, made, position))

    # Chance, history and ends

    def chance(self) -> list[str]:
        """The outcomes of chance, all possible ones, where it is to act; else none."""
        if self.end:
            return []
        if self.shuffle:
            return castling.arrangements(self)
        return ROLLS if self.dice == "-" else []

    def legal_en_passant(self) -> Square | None:
        """The en passant square, where a capture there is legal, dice left aside."""
        if self.en_passant is None or self.end:
            return None
        found = self.pseudo_moves() if self.dice else iter(self.legal_moves())
        return self.en_passant if any(move.kind == "en passant" for move in found) else None

    def key(self) -> tuple[object, ...]:
        """Equal for the positions that C-22 calls the same."""
        return (
            frozenset(self.board.items()),
            self.promoted,
            self.hand,
            self.turn,
            self.rights,
            self.legal_en_passant(),
            self.checks,
            self.moves,
            self.dice,
            self.shuffle,
        )

    def outcome(self, history: list[tuple[object, ...]] | None = None) -> tuple[str, str] | None:
        """(result, reason) once the game has ended by itself; `history` holds the keys of earlier positions."""
        return goals.outcome(self, history or [])


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves there are, rolls counted as moves; a goal ends them, a draw does not."""
    if depth == 0:
        return 1
    if position.dice == "-" and not position.end:
        return sum(perft(position.play(roll), depth - 1) for roll in position.chance())
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.after(move), depth - 1) for move in moves)
