"""Positions and games of the tables family as text."""
