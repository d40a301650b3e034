"""An engine for the tests, which does what its first argument says; further ones are files that it leaves marks in."""

from __future__ import annotations

import sys
from pathlib import Path

import chess

MANNER, *MARKS = sys.argv[1:]


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def legal(board: chess.Board) -> list[str]:
    moves = [move for move in board.legal_moves if MANNER != "castles-never" or not board.is_castling(move)]
    return sorted(move.uci() for move in moves)


def go(board: chess.Board, words: list[str]) -> None:
    mark = Path(MARKS[0]) if MARKS else None
    if MANNER == "dies" or (MANNER == "dies-once" and mark is not None and not mark.exists()):
        if mark is not None:
            mark.touch()
        sys.exit(1)
    if MANNER == "sleeps":
        return
    moves, is_played = legal(board), bool({"movetime", "wtime"} & set(words))
    if MANNER == "dies-playing" and is_played:
        sys.exit(1)
    if MANNER == "illegal" or (MANNER == "illegal-playing" and is_played):
        moves = ["e2e5"]
    elif "searchmoves" in words:
        named = [move for move in words[words.index("searchmoves") + 1 :] if move in moves]
        moves = named or moves
    if moves:
        say(f"info depth 1 score cp 13 nodes 20 time 1 pv {moves[0]}")
    say(f"bestmove {moves[0] if moves else '(none)'}")


def main() -> None:
    board = chess.Board()
    for line in sys.stdin:
        words = line.split()
        match words[0]:
            case "uci" if MANNER != "mute":
                say("id name Strange 1")
                say("option name Hash type spin default 1 min 1 max 2")
                say("uciok")
            case "isready":
                say("readyok")
            case "position":
                begin, _, moves = line.partition(" moves ")
                fen = begin.strip().removeprefix("position fen ")
                board = chess.Board() if fen == "position startpos" else chess.Board(fen)
                for move in moves.split():
                    board.push_uci(move)
                if MANNER == "records":
                    with open(MARKS[0], "a") as file:
                        file.write(line)
            case "go" if "perft" in words:
                say("info string what is perft?")
                say("bestmove 0000")
            case "go":
                if MANNER == "records-limits":
                    with open(MARKS[0], "a") as file:
                        file.write(line)
                go(board, words[1:])
            case "stop" if MANNER == "sleeps" and not MARKS:
                say(f"bestmove {legal(board)[0]}")
            case "quit":
                return


main()
