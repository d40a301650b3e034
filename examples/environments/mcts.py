"""Monte Carlo tree search (UCT with random playouts) against random moves, in any rulebook, dice included.

It needs of a state what OpenSpiel's states have: `current_player`, `legal_actions`, `apply_action`, `chance_outcomes`,
`is_terminal`, `returns`, `clone`. `python examples/environments/mcts.py hyper --games 4 --simulations 50`
"""

from __future__ import annotations

import argparse
import math
from random import Random

from games import find

from axedrez.environments import Options
from axedrez.environments.open_spiel import Game, State

EXPLORATION = 1.4
MAX_PLAYOUT = 200


class Node:
    """What the search knows of a state: of each action tried, how often and with what sum of returns."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0  # for who played the action that led here
        self.children: dict[int, Node] = {}


def rolled(state: State, random: Random) -> int:
    """An action of chance."""
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    return int(random.choices(actions, chances)[0])


def playout(state: State, random: Random) -> list[float]:
    """The returns of a game that goes on at random; nothing for one that goes on for too long."""
    for _ in range(MAX_PLAYOUT):
        if state.is_terminal():
            break
        state.apply_action(rolled(state, random) if state.is_chance_node() else random.choice(state.legal_actions()))
    return state.returns()


def best_of(node: Node, legal: list[int]) -> int:
    """The action that is promising or has been tried little."""
    return max(
        legal,
        key=lambda action: (
            math.inf
            if (child := node.children.get(action)) is None
            else child.total / child.visits + EXPLORATION * math.sqrt(math.log(node.visits) / child.visits)
        ),
    )


def simulate(root: State, tree: Node, random: Random) -> None:
    """Go down the tree, add a leaf, play on at random, and tell all on the way."""
    state, node = root.clone(), tree
    way: list[tuple[Node, int]] = [(tree, 0)]
    while not state.is_terminal():
        player, chance = state.current_player(), state.is_chance_node()
        if chance:
            action = rolled(state, random)
        else:
            legal = state.legal_actions()
            random.shuffle(legal)
            action = best_of(node, legal)
        state.apply_action(action)
        is_leaf = action not in node.children
        node = node.children.setdefault(action, Node())
        way.append((node, player if not chance else way[-1][1]))
        if is_leaf and not chance:
            break
    returns = playout(state, random)
    for node, player in way:
        node.visits += 1
        node.total += returns[player]


def choose(state: State, simulations: int, random: Random) -> int:
    """The action that the search has tried most."""
    tree = Node()
    for _ in range(simulations):
        simulate(state, tree, random)
    return max(tree.children, key=lambda action: tree.children[action].visits)


def play(game: Game, side: int, simulations: int, random: Random) -> float:
    """What the search wins in one game with a side."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            action = rolled(state, random)
        elif state.current_player() == side:
            action = choose(state, simulations, random)
        else:
            action = random.choice(state.legal_actions())
        state.apply_action(action)
    return state.returns()[side]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="hyper")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = Game(find(given.game), Options(observation=None, masks=False, max_plies=300))
    lots = Random(given.seed)
    won = [play(game, number % 2, given.simulations, lots) for number in range(given.games)]
    print(f"{sum(each > 0 for each in won)} won, {sum(each < 0 for each in won)} lost of {len(won)}")
