"""The cube of one game that is played on for a rollout: who doubles, takes and passes, and what the game brings then.

Decisions are those of `cube_equity.Tree`. The luck of the rolls is taken out: what a roll brings against the mean of
all rolls, both thought with the cube.
"""

from __future__ import annotations

from axedrez.engine.cube_equity import EFFICIENCY, ENEMY, OWN, Branch, Cubed, Shares, Stakes, Tree


class CubePlay:
    """The cube in a game, as the side sees it that rolls first.

    `value` and `owner` (`OWN`: of that side) change with the doubles. `found`: what the game has brought without the
    luck until now, in the worths of the stakes; all that it brings once `is_over`.
    """

    def __init__(self, stakes: Stakes, value: int, owner: int) -> None:
        self.value, self.owner = value, owner
        self.found = 0.0
        self.is_over = False
        self._stakes = {True: stakes, False: stakes.turned()}

    def decide(self, tree: Tree, first: bool) -> None:
        """Double, take and pass before a roll of the side that rolled first, or of the other.

        `tree`: of the position, for the side that rolls in it. After a pass the game is over.
        """
        owner = self.owner if first else -self.owner
        if owner == ENEMY or not tree.stakes.useful(self.value, OWN):
            return
        if tree.doubled(self.value) <= tree.rolling(self.value, owner):
            return
        taken, passed = tree.rolling(2 * self.value, ENEMY), tree.stakes.worth(tree.stakes.passing * self.value)
        beaver = tree.beavered(self.value)
        if beaver is not None and beaver < min(taken, passed):
            self.value *= 4
        elif taken <= passed:
            self.value *= 2
        else:
            self._add(passed, first)
            return
        self.owner = ENEMY if first else OWN

    def roll(self, tree: Tree, roll: int, first: bool) -> None:
        """Take out the luck of a roll, by its number in the tree of the position before it."""
        owner = self.owner if first else -self.owner
        luck = tree.rolled(roll, self.value, owner) - tree.rolling(self.value, owner)
        self.found -= luck if first else -luck

    def end(self, shares: Shares, first: bool) -> None:
        """The game is over, with the points of one outcome, as the side sees them that would roll."""
        game = Cubed(shares, self._stakes[first], EFFICIENCY)
        self._add(game.equity(self.value, self.owner if first else -self.owner), first)

    def leave(self, shares: Shares, first: bool) -> None:
        """The game is left, and counts what is thought of it before the next roll; `first`: who rolls then."""
        tree = Tree(Branch(1.0, shares), self._stakes[first])
        self._add(tree.best(self.value, self.owner if first else -self.owner), first)

    def _add(self, worth: float, first: bool) -> None:
        self.found += worth if first else self._stakes[False].turn(worth)
        self.is_over = True
