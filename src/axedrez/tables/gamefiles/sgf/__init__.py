"""Backgammon matches in the Smart Game Format of GNU Backgammon (`.sgf`): a tree of nodes for each game.

Sources: the SGF specification FF[4] (properties of game 6, backgammon), and the files of GNU Backgammon 1.07.
A turn is `W[31hefe]` or `B[…]`: the dice, then origin and target of each part. The points are `a` … `x`, `a` being the
ace point of the player W and `x` that of B; `y` is the bar, `z` the tray. W is player 0 of that program, the left
column of a `.mat` file.
"""

from axedrez.tables.gamefiles.mat.writing import holds
from axedrez.tables.gamefiles.sgf.reading import read
from axedrez.tables.gamefiles.sgf.writing import write

__all__ = ["holds", "read", "write"]
