"""Positions, moves and games of the chess family as text: FEN, SAN, PGN."""
