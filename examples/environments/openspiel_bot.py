"""OpenSpiel's own tree search against random moves, in any rulebook: `pip install open-spiel`.

`python examples/environments/openspiel_bot.py hyper --games 4 --simulations 50`
"""

from __future__ import annotations

import argparse

import numpy as np
from games import find
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from axedrez.environments import Options
from axedrez.environments.open_spiel import Game

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="hyper")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=50)
    given = parser.parse_args()
    game = Game(find(given.game), Options(max_plies=200))
    random = np.random.RandomState(1)
    bot = MCTSBot(game, 1.4, given.simulations, RandomRolloutEvaluator(1, random), random_state=random)
    total = 0.0
    for number in range(given.games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                action = random.choice(actions, p=chances)
            elif state.current_player() == number % 2:
                action = bot.step(state)
            else:
                action = random.choice(state.legal_actions())
            state.apply_action(action)
        total += state.player_return(number % 2)
    print(f"{total:+g} in {given.games} games")
