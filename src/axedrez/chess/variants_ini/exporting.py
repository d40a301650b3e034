"""From a rule sheet to the options of `variants.ini`, and what they cannot say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from axedrez.chess.position.game import ChessGame
from axedrez.chess.sheet import betza, geometry
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.chess.variants_ini.betza import ways
from axedrez.chess.variants_ini.start import start_of
from axedrez.chess.variants_ini.terms import PIECES
from axedrez.chess.variants_ini.text import write
from axedrez.rulesheet.interchange import Exported, Unsaid

_KNOWN = {ways(kind.movement): option for option, kind in reversed(PIECES.items())}
_CUSTOM = [option for option, kind in PIECES.items() if not kind.id]


def exported(game: ChessGame) -> Exported:
    """The section that means the same to Fairy-Stockfish as the rules of a game."""
    writing = _Writing(game.sheet)
    # Fairy-Stockfish does not hear of a variant whose name it knows.
    name = f"axedrez-{game.sheet.id.removeprefix('axedrez-')}"
    return Exported(write(name, writing.said.items()), tuple(Unsaid(*item) for item in writing.unsaid.items()))


class _Writing:
    """One sheet being told in options: `said` by option, `unsaid` by field."""

    def __init__(self, sheet: ChessSheet) -> None:
        self.sheet = sheet
        self.said: dict[str, str] = {}
        self.unsaid: dict[str, object] = {}
        begin = start_of(" ".join(f for f in sheet.start.fen.split(" ") if "=" not in f), sheet.board.files)
        assert begin is not None  # a game begins there
        self.begin = begin
        self.army = {name: begin.army(piece.letter) for name, piece in sheet.pieces.items()}
        # Royal pieces that can be lost are pieces like others, whose loss ends the game.
        self.lost = sheet.capture.explosion or not sheet.royal.parry
        self._size()
        self._pieces()
        self._start()
        self._turn()
        self._pawn()
        self._promotion()
        self._castling()
        self._capture()
        self._royal()
        self._goals()
        self._draws()

    def say(self, option: str, value: object) -> None:
        """One line of the section."""
        self.said[option] = str(value).lower() if isinstance(value, bool) else str(value)

    def leave(self, field: str) -> None:
        """A field cannot be said."""
        value: Any = self.sheet
        for part in field.split("."):
            value = value[part] if isinstance(value, dict) else getattr(value, part)
        self.unsaid[field] = value

    def letters(self, names: Iterable[str]) -> str:
        """The letters of kinds; `-` for none."""
        return "".join(self.sheet.pieces[name].letter.lower() for name in names) or "-"

    def region(self, ranks: Collection[int], side: int) -> str:
        """Ranks seen by a side, as squares."""
        absolute = sorted(self.sheet.board.ranks + 1 - rank if side else rank for rank in ranks)
        return " ".join(f"*{rank}" for rank in absolute) or "-"

    def say_regions(self, white: str, black: str, ranks: Collection[int]) -> None:
        """Ranks seen by the owner, for both sides."""
        self.say(white, self.region(ranks, 0))
        self.say(black, self.region(ranks, 1))

    def _size(self) -> None:
        board = self.sheet.board
        if board.files != 8:
            self.say("maxFile", board.files)
        if board.ranks != 8:
            self.say("maxRank", board.ranks)

    def _pieces(self) -> None:
        sheet, custom = self.sheet, iter(_CUSTOM)
        for name, piece in sheet.pieces.items():
            royal = name in sheet.royal.pieces and not self.lost and "king" not in self.said
            letter = piece.letter.lower()
            meant = ways(piece.movement, royal=royal)
            if meant is None:
                self.leave(f"pieces.{name}.movement")
                continue
            if name == sheet.pawn.piece:
                self.say("pawn", letter)
            elif royal:
                self.say("king", letter if meant == ways("K") else f"{letter}:{piece.movement}")
            elif _KNOWN.get(meant, "pawn") not in ("pawn", *self.said):
                self.say(_KNOWN[meant], letter)
            else:
                self.say(next(custom), f"{letter}:{piece.movement}")

    def _start(self) -> None:
        start, sheet = self.sheet.start, self.sheet
        if start.shuffle != "none":
            self.leave("start.shuffle")
        if start.setup:
            self.say("pieceDrops", True)
            self.say("mustDrop", True)
            self.say_regions("whiteDropRegion", "blackDropRegion", start.setup_ranks)
            for name in sheet.capture.no_drop_ranks:
                if name != sheet.pawn.piece:
                    self.leave(f"capture.no_drop_ranks.{name}")
        if sheet.board.holes and any(way.hop for piece in sheet.pieces.values() for way in betza.parse(piece.movement)):
            self.leave("board.holes")
        begin = self.begin._replace(board=_walled(self.begin.board, sheet))
        if "checks" in sheet.goal.win and not begin.checks:
            begin = begin._replace(checks=(sheet.goal.checks, sheet.goal.checks))
        hand, castling = sheet.capture.hand or start.setup, sheet.castling.mode != "off"
        self.say("startFen", begin.text(hand=hand, castling=castling, checks="checks" in sheet.goal.win))

    def _turn(self) -> None:
        turn = self.sheet.turn
        if turn.moves != 1:
            self.leave("turn.moves")
        if self.sheet.dice.mode != "none":
            self.leave("dice.mode")
        if turn.passing != "never":
            self.leave("turn.passing")  # a second pass in a row would be a draw at once

    def _pawn(self) -> None:
        pawn, sheet = self.sheet.pawn, self.sheet
        if not pawn.piece:
            return
        if pawn.sideways:
            self.leave("pawn.sideways")
        ranks = pawn.double_step_ranks
        if not ranks:
            self.say("doubleStep", False)
            return
        if set(ranks) != {2} or sheet.board.ranks != 8:
            self.say_regions("doubleStepRegionWhite", "doubleStepRegionBlack", ranks)
        taken = set(ranks if pawn.en_passant_ranks is None else pawn.en_passant_ranks) if pawn.en_passant else set()
        if taken == set(ranks):
            return
        # The region holds the squares passed over by either side.
        passed = {rank + 1 for rank in taken} | {sheet.board.ranks - rank for rank in taken}
        if any(passed & {rank + 1, sheet.board.ranks - rank} for rank in set(ranks) - taken):
            self.leave("pawn.en_passant_ranks")
        self.say("enPassantRegion", self.region(passed, 0))

    def _promotion(self) -> None:
        sheet = self.sheet
        for name, rule in sheet.promotion.items():
            if name != sheet.pawn.piece:
                self.leave(f"promotion.{name}")
                continue
            self.say("promotionPieceTypes", self.letters(rule.into))
            if rule.ranks or sheet.board.ranks != 8:
                ranks = rule.ranks or (sheet.board.ranks,)
                self.say_regions("promotionRegionWhite", "promotionRegionBlack", ranks)
            if sheet.capture.hand and not rule.demotes:
                self.say("dropLoop", True)

    def _castling(self) -> None:
        castling, sheet = self.sheet.castling, self.sheet
        rights = self.begin.rights
        if castling.mode == "off" or rights == "-":
            self.say("castling", False)
            return
        royal = sheet.pieces[sheet.royal.piece]
        if castling.partner != "rook" or self.said.get("rook") != "r":
            self.say("castlingRookPieces", self.letters([castling.partner]))
        if "king" not in self.said:
            self.say("castlingKingPiece", royal.letter.lower())
        files = [geometry.FILES.index(file) + 1 for file in castling.files]
        if castling.mode == "960":
            self.say("chess960", True)
        else:
            homes = self.begin.castling_files(royal.letter, sheet.board.ranks)
            home = homes.get(rights[0], 0)
            if any(homes.get(right) != home for right in rights):
                self.leave("castling.mode")
                return
            files = [max(home - 2, 1), min(home + 2, sheet.board.files)]
        if files != [3, 7]:
            self.say("castlingQueensideFile", geometry.FILES[files[0] - 1])
            self.say("castlingKingsideFile", geometry.FILES[files[1] - 1])

    def _capture(self) -> None:
        capture, sheet = self.sheet.capture, self.sheet
        if capture.mandatory:
            self.say("mustCapture", True)
        if capture.own:
            self.leave("capture.own")
        if capture.explosion:
            self.say("blastOnCapture", True)
            proof = {sheet.pawn.piece} - {""}
            if set(capture.blast_proof) & set(sheet.pieces) != proof:
                self.leave("capture.blast_proof")
        if capture.hand:
            self.say("pieceDrops", True)
            self.say("capturesToHand", True)
            self._drops()

    def _drops(self) -> None:
        """Where what is in hand may be dropped: the same for all, and less for pawns."""
        sheet, ranks = self.sheet, set(range(1, self.sheet.board.ranks + 1))
        barred = {name: set(sheet.capture.no_drop_ranks.get(name, ())) for name in sheet.pieces}
        pawn = barred.pop(sheet.pawn.piece, None)
        droppable = {name: bar for name, bar in barred.items() if name not in sheet.royal.pieces or self.lost}
        common = next(iter(droppable.values()), set[int]())
        for name, bar in droppable.items():
            if bar != common:
                self.leave(f"capture.no_drop_ranks.{name}")
        if common:
            self.say_regions("whiteDropRegion", "blackDropRegion", ranks - common)
        if pawn is None:
            return
        zone = set(sheet.promotion[sheet.pawn.piece].ranks) or {sheet.board.ranks}
        wanted = pawn | {sheet.board.ranks}
        for first in (True, False):
            if wanted == common | zone | (set() if first else {1}):
                if first:
                    self.say("firstRankPawnDrops", True)
                return
        self.leave("capture.no_drop_ranks")

    def _royal(self) -> None:
        royal, sheet = self.sheet.royal, self.sheet
        if not royal.give_check:
            self.say("checking", False)
        if not royal.parry:
            if sheet.capture.explosion and royal.pieces:
                self.leave("royal.parry")  # royal pieces may not capture, and blow up unhindered
            return
        hidden = [name for name in royal.pieces if self.said.get("king", "").partition(":")[0] != self.letters([name])]
        for name in royal.pieces:
            counts = self.army[name]
            hand = self.begin.hand.upper().count(sheet.pieces[name].letter)
            several = max(counts) > 1 if name not in hidden else (counts != (1, 1) if self.lost else max(counts) > 1)
            if several or (name in hidden and hand):
                self.leave("royal.pieces")
        if len(hidden) > 1:
            self.leave("royal.pieces")
        elif hidden:
            self.say("extinctionValue", "loss")
            self.say("extinctionPieceTypes", self.letters(hidden))
            self.say("extinctionPseudoRoyal", True)

    def _goals(self) -> None:
        goal, sheet = self.sheet.goal, self.sheet
        if goal.stalemate != "draw":
            self.say("stalemateValue", goal.stalemate)
        if sheet.royal.parry and sheet.royal.give_check and "checkmate" not in goal.win and any(sheet.royal.pieces):
            self.say("checkmateValue", goal.stalemate)
        for name in goal.win:
            getattr(self, f"_goal_{name.replace('-', '_')}", self._unsayable)()

    def _unsayable(self) -> None:
        self.leave("goal.win")

    def _goal_checkmate(self) -> None:
        """It wins where nothing else is said."""

    def _extinct(self, **options: object) -> None:
        """The extinction options, which can speak of one thing only."""
        if "extinctionValue" in self.said or self.sheet.capture.hand:
            self.leave("goal.win")
            return
        for option, value in options.items():
            self.say(option, value)

    def _goal_capture_royal(self) -> None:
        sheet = self.sheet
        if sheet.royal.parry:
            return  # what explodes is royal already
        names = sheet.royal.pieces
        gained = {name for rule in sheet.promotion.values() for name in rule.into}
        if sheet.capture.explosion or any(self.army[name] != (1, 1) for name in names) or gained & set(names):
            self.leave("goal.win")
        self._extinct(extinctionValue="loss", extinctionPieceTypes=self.letters(names))

    def _goal_extinction(self) -> None:
        goal = self.sheet.goal
        if self.sheet.capture.explosion or any(0 in self.army[name] for name in goal.extinct):
            self.leave("goal.extinct")
        self._extinct(extinctionValue="loss", extinctionPieceTypes=self.letters(goal.extinct) if goal.extinct else "*")

    def _goal_lose_all(self) -> None:
        self._extinct(extinctionValue="win", extinctionPieceTypes="*")

    def _goal_bare_royal(self) -> None:
        royal = self.sheet.royal
        if (
            not royal.piece
            or not royal.parry
            or self.lost
            or self.army[royal.piece] != (1, 1)
            or self.sheet.capture.own
        ):
            self.leave("goal.win")
        self._extinct(extinctionValue="loss", extinctionPieceTypes="*", extinctionPieceCount=1)

    def _goal_royal_reaches(self) -> None:
        goal, royal = self.sheet.goal, self.sheet.royal
        if len(royal.pieces) != 1 or "flagPiece" in self.said:
            self.leave("goal.region")
        self.say("flagPiece", self.letters(royal.pieces[:1]))
        self.say("flagRegion", " ".join(goal.region))
        if goal.last_move:
            self.say("flagMove", True)
            if self.begin.side != "w":
                self.leave("goal.last_move")
            # There the last move is only given to draw level, and never to a player in check.
            if not goal.last_move_only_to_level or royal.give_check:
                self.leave("goal.last_move_only_to_level")

    def _goal_piece_reaches(self) -> None:
        goal, sheet = self.sheet.goal, self.sheet
        region = goal.runner_region
        # There a pawn is promoted as it arrives; `*` are all kinds, of which pawns never stand on the last rank.
        arrives = sheet.pawn.piece in goal.runners and (
            not region or any(int(square[1:]) in (1, sheet.board.ranks) for square in region)
        )
        others = set(sheet.pieces) - ({sheet.pawn.piece} if not region else set())
        single = len(goal.runners) == 1 or set(goal.runners) == others
        if "flagPiece" in self.said or not single or arrives:
            self.leave("goal.runners")
            return
        self.say("flagPiece", self.letters(goal.runners) if len(goal.runners) == 1 else "*")
        if region:
            self.say("flagRegion", " ".join(region))
            return
        self.say_regions("flagRegionWhite", "flagRegionBlack", (sheet.board.ranks,))

    def _goal_checks(self) -> None:
        self.say("checkCounting", True)

    def _draws(self) -> None:
        draws = self.sheet.draws
        fold = 0 if draws.repetition.mode == "off" else draws.repetition.count
        moves = 0 if draws.move_limit.mode == "off" else draws.move_limit.moves
        if fold != 3:
            self.say("nFoldRule", fold)
        if moves != 50:
            self.say("nMoveRule", moves)


def _walled(board: str, sheet: ChessSheet) -> str:
    """The board of a FEN with a `*` on each square that does not exist."""
    rows = []
    for index, row in enumerate(board.split("/")):
        signs = list(re.sub(r"\d", lambda run: "." * int(run[0]), row))
        for hole in sheet.board.holes:
            if int(hole[1]) == sheet.board.ranks - index:
                signs[geometry.FILES.index(hole[0])] = "*"
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(signs)))
    return "/".join(rows)
