"""The slow twin of everything that a modified chess sheet can say, written from M-1 … M-13 and decision 0004.

Its reader of Betza texts is its own too. It takes a sheet as plain values and knows nothing of any kernel.
"""

from tests.naive.variants.betza import Way, ways
from tests.naive.variants.position import Move, Position, perft
from tests.naive.variants.rules import Rules, rules_of
from tests.naive.variants.text import read, start, write

__all__ = ["Move", "Position", "Rules", "Way", "perft", "read", "rules_of", "start", "ways", "write"]
