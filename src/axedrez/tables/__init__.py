"""The tables family: games of dice and points, from backgammon to Chessgammon."""
