from __future__ import annotations
def write(position, move, lang="en"):
    return move.uci
def parse(position, text, lang="en"):
    raise NotImplementedError
