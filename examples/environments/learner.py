"""A small network learns a game from nothing by playing against itself (actor and critic, PPO), in two minutes.

`python examples/environments/learner.py hyper --seconds 120 --curve hyper.csv` (needs PyTorch). Between its updates it
is measured in games against random moves, half of them with each side.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from games import find
from torch import nn

from axedrez.core.contract import Game
from axedrez.environments import Batch, Options, batch

STEPS, EPOCHS, MINIBATCHES = 32, 3, 8
DISCOUNT, TRACE, CLIP, ENTROPY, RATE = 0.99, 0.9, 0.2, 0.01, 3e-3


class Network(nn.Module):
    """A probability for each action, and what the position is worth to who is to play."""

    def __init__(self, inputs: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the probabilities, and the values."""
        body = self.body(seen)
        logits = self.policy(body).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(logits, 1), torch.tanh(self.value(body)).squeeze(1)


def tensors(games: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """Observations and masks, which PyTorch sees where they are."""
    return torch.from_numpy(games.observations).flatten(1), torch.from_numpy(games.mask)


@torch.no_grad()
def choose(network: Network, games: Batch) -> torch.Tensor:
    """An action for each game, by the network's probabilities."""
    logs, _ = network(*tensors(games))
    return torch.multinomial(logs.exp(), 1).squeeze(1)


def strength(network: Network, game: Game, n: int, seed: int) -> float:
    """The share of points in games against random moves; a draw counts a half."""
    games = batch(game, n, seed, Options(observation="float32", auto_reset=False, max_plies=200))
    side, points = np.arange(games.n) % 2, np.full(games.n, 0.5)
    over = np.zeros(games.n, np.bool_)
    while not over.all():
        theirs = games.to_play != side
        games.step(np.where(theirs, games.sample(), np.where(over, 0, choose(network, games).numpy())))
        points += games.rewards[np.arange(games.n), side] / 2
        over |= games.terminated | games.truncated
    return float(points.mean())


@torch.no_grad()
def play(network: Network, games: Batch) -> dict[str, torch.Tensor]:
    """Some steps of all games, with what each of them turned out to be worth."""
    seen, masks, chosen, logs, values, rewards, same = ([] for _ in range(7))
    everyone = np.arange(games.n)
    for _ in range(STEPS):
        planes, mask = (each.clone() for each in tensors(games))
        all_logs, value = network(planes, mask)
        action = torch.multinomial(all_logs.exp(), 1)
        player = games.to_play.copy()
        games.step(action.squeeze(1).numpy())
        over = games.terminated | games.truncated
        seen.append(planes)
        masks.append(mask)
        chosen.append(action)
        logs.append(all_logs.gather(1, action).squeeze(1))
        values.append(value)
        rewards.append(torch.from_numpy(games.rewards[everyone, player]))
        # What the next position is worth to its player is worth the opposite to the other one.
        same.append(torch.from_numpy(np.where(over, 0, np.where(games.to_play == player, 1, -1)).astype(np.float32)))
    values.append(network(*tensors(games))[1])
    gains, gain = [], torch.zeros(games.n)
    for k in reversed(range(STEPS)):
        surprise = rewards[k] + DISCOUNT * same[k] * values[k + 1] - values[k]
        gain = surprise + DISCOUNT * TRACE * same[k] * gain
        gains.append(gain)
    gains.reverse()
    found = {"seen": seen, "mask": masks, "action": chosen, "log": logs, "gain": gains, "value": values[:-1]}
    return {name: torch.cat(parts) for name, parts in found.items()}


def learn(network: Network, optimizer: Any, played: dict[str, torch.Tensor]) -> None:
    """Make what turned out well likelier, but not at a stroke."""
    gains = played["gain"]
    goals = gains + played["value"]
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gains)).chunk(MINIBATCHES):
            logs, values = network(played["seen"][part], played["mask"][part])
            ratio = (logs.gather(1, played["action"][part]).squeeze(1) - played["log"][part]).exp()
            gain = gains[part]
            policy = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(logs.exp() * logs).sum(1).mean()
            loss = ((values - goals[part]) ** 2).mean() / 2 - policy - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="hyper")
    parser.add_argument("--seconds", type=float, default=120, help="of the processor; measuring does not count")
    parser.add_argument("--updates", type=int, default=10**9, help="end after so many")
    parser.add_argument("--games", type=int, default=256, help="at once")
    parser.add_argument("--measured", type=int, default=200, help="games against random moves for a measurement")
    parser.add_argument("--every", type=int, default=10, help="updates between two measurements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="write seconds and strength here (CSV)")
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    game = find(given.game)
    games = batch(game, given.games, given.seed, Options(observation="float32", max_plies=200))
    network = Network(games.observations[0].size, games.n_actions)
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    lines, spent, update = ["seconds,share"], 0.0, 0
    while True:
        if update % given.every == 0 or update >= given.updates or spent >= given.seconds:
            share = strength(network, game, given.measured, 10_000 + update)
            lines.append(f"{spent:.1f},{share:.3f}")
            if given.curve:
                given.curve.write_text("\n".join(lines) + "\n", encoding="utf-8")
            print(f"{update:5} updates, {spent:5.1f} s: {share:.1%} of the points against random moves", flush=True)
        if update >= given.updates or spent >= given.seconds:
            break
        begin = time.process_time()
        learn(network, optimizer, play(network, games))
        spent += time.process_time() - begin
        update += 1
