"""A program that plays: it accepts the invitations that it gets, or invites a person, and plays random legal moves.

    pip install axedrez[client]
    python client.py http://127.0.0.1:8000 --token axt_…

It uses `axedrez.client` (docs/client.md) and knows no rules: the server says what is legal. Replace `choose` by
something better.
"""

from __future__ import annotations

import argparse
import random

from axedrez.client import Client, Game, GameStart, InvitationNews, Refusal, Side, Stale, Step, Steps

FIVE_MINUTES = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}


def choose(options: list[Step]) -> Step:
    """One of the legal steps."""
    return random.choice(options)


def find_game(client: Client, rulebook: str, opponent: str | None) -> str:
    """The id of a game: one that goes on, that an invitation to us leads to, or that our own to `opponent` leads to."""
    if opponent is not None:
        client.invite(rulebook, to=opponent, clock=FIVE_MINUTES)
    for news in client.events():
        if isinstance(news, GameStart):
            return news.game
        if isinstance(news, InvitationNews) and news.invitation.open and not news.invitation.mine:
            try:
                return client.accept(news.invitation.id).id
            except Refusal as refusal:
                print(refusal)  # it was withdrawn at the same moment
    raise SystemExit


def turn(client: Client, game: Game) -> str:
    """A whole turn, step by step."""
    prefix: list[str] = []
    steps: Steps = game.steps
    while not (steps.confirmable and (prefix or not steps.options)):
        prefix.append(choose(steps.options).token)
        steps = client.steps(game.id, prefix)
    return " ".join(prefix) or "pass"


def act(client: Client, game: Game, side: Side) -> None:
    """What is to be done in a game, if anything."""
    doubled = any(each.offer == "double" and each.by != side for each in game.offers)
    if doubled:
        client.command(game.id, "accept", game.seq, offer="double", side=side)
    elif game.turn == side and "roll" in game.can:
        client.command(game.id, "roll", game.seq)
    elif game.turn == side and "move" in game.can:
        client.move(game, turn(client, game))


def play(client: Client, game_id: str) -> str:
    """Play a game to its end: the result."""
    me = client.me().id
    game = client.game(game_id)
    while game.outcome is None:
        for _ in client.follow(game_id, game.seq):
            game = client.game(game_id)
            if game.outcome is not None:
                break
            try:
                side = game.players.side_of(me)  # the dice may have changed the seats
                if side is not None:
                    act(client, game, side)
            except Stale:
                pass  # something has happened meanwhile, which will be heard
    return game.outcome.result


def main() -> None:
    """Play the given number of games, one after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="http://…")
    parser.add_argument("--token", required=True)
    parser.add_argument("--invite", metavar="PERSON", help="the id of whom to invite; else it waits for invitations")
    parser.add_argument("--rulebook", default="clasico", help="of its own invitation")
    parser.add_argument("--games", type=int, default=1)
    args = parser.parse_args()
    client = Client(args.server, args.token)
    for _ in range(args.games):
        game = find_game(client, args.rulebook, args.invite)
        print(game, play(client, game), flush=True)


if __name__ == "__main__":
    main()
