"""Games from the start position that reach an end, or the threshold of a rule."""

from __future__ import annotations

FOOLS_MATE = "f2f3 e7e5 g2g4 d8h4"
"""Black mates on the fourth ply."""

SCHOLARS_MATE = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7"
"""White mates on the seventh."""

STALEMATE = "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6"
"""The shortest known: Black has no move and is not in check."""

KNIGHTS_OUT_AND_BACK = "g1f3 g8f6 f3g1 f6g8"
"""From a position in which both king's knights stand at home, back to it."""

KING_AND_KNIGHT = """
    b1a3 b7b5 a3b5 c7c6 b5a7 a8a7 b2b4 a7a2 a1a2 b8a6 a2a6 c8a6 g2g3 a6e2 g1e2 d8c7 b4b5 c6b5 h2h3
    c7c2 d1c2 e7e5 c2h7 h8h7 e2g1 h7h3 g1h3 f8d6 f1b5 f7f6 b5d7 e8d7 e1g1 d6b8 c1a3 g7g5 h3g5 f6g5
    a3c5 g8h6 c5b6 h6f5 f2f4 e5f4 f1f4 b8f4 g3f4 g5f4 b6e3 f4e3 d2e3 f5e3
"""
"""The last capture leaves Black a knight more than nothing."""

KING_AND_BISHOP = """
    c2c4 g7g6 c4c5 b7b6 c5b6 c7b6 g2g4 h7h5 g4h5 g6h5 b2b4 e7e6 g1h3 f8b4 h3f4 b4d2 e1d2 b6b5 f4h5
    e6e5 e2e4 h8h5 f1b5 h5h2 h1h2 a7a5 b5d7 b8d7 a2a3 a5a4 d1a4 a8a4 b1c3 a4a3 c1a3 g8h6 h2h6 f7f5
    e4f5 d8a5 h6f6 d7f6 f2f4 c8f5 f4e5 a5a3 e5f6 a3a1 f6f7 e8f7 c3d1 a1d1 d2d1
"""
"""The last capture leaves Black a bishop more than nothing."""

BISHOPS_OF_ONE_COLOUR = """
    d2d4 a7a5 c2c3 g7g6 b2b3 a5a4 b3a4 a8a4 d1a4 b7b6 a4d7 b8d7 a2a4 c7c5 d4c5 g8f6 c5b6 d8b6 e2e4
    f6e4 c1d2 b6f2 e1d1 f2d2 b1d2 e4c3 d1c2 c3a4 a1a4 f7f5 g2g3 g6g5 h2h4 g5h4 a4h4 d7c5 h4h7 h8h7
    h1h7 e7e6 h7h8 c5e4 d2e4 f5e4 h8f8 e8f8 g1h3 c8b7 h3f2 f8g8 f2e4 b7e4 c2b3 e4b1 f1g2 b1f5 g3g4
    f5g4 b3b4 e6e5 g2c6 e5e4 c6e4
"""
"""The last capture leaves each side a bishop, both on squares of one colour."""

BISHOPS_OF_TWO_COLOURS = """
    g1h3 g7g6 c2c4 e7e6 e2e4 c7c6 e4e5 b7b6 f2f3 g6g5 h3g5 d8g5 b2b4 g5d2 d1d2 f8b4 d2b4 e8d8 b4b6
    a7b6 g2g3 a8a2 a1a2 g8h6 a2b2 h8g8 c1h6 g8g3 b2b6 g3f3 b6c6 f3f1 h1f1 b8c6 b1d2 c6e5 f1f7 e5c4
    d2c4 c8a6 f7d7 d8d7 c4e3 a6d3 h6f8 h7h6 h2h3 d7e8 f8h6 e6e5 h3h4 d3e2 e1f2 e2a6 h6g7 e8d8 h4h5
    a6e2 g7e5 e2h5 e5f4 h5g6 e3f5 g6f5
"""
"""The same, on squares of different colours."""

TWO_KNIGHTS = """
    b2b4 h7h5 e2e3 d7d5 d1h5 h8h5 a2a4 h5h2 h1h2 a7a5 b4a5 a8a5 e3e4 d5e4 h2h5 a5a4 a1a4 d8d2 c1d2
    b7b5 d2c3 b5a4 c3g7 f8g7 f2f3 e4f3 c2c3 g7c3 b1c3 f3g2 f1g2 e8d8 c3a4 c7c5 a4c5 g8f6 g2c6 b8c6
    c5e6 c8e6 h5h3 e6h3 g1h3 e7e6 h3f4 e6e5 f4d3 c6e7 d3e5 f6g8 e5f7 d8c7 f7e5 e7f5 e5c6 c7c6
"""
"""The last capture leaves White two knights."""

KING_AGAINST_KING = """
    b2b3 c7c5 c1a3 e7e5 a3c5 f8c5 b1c3 c5f2 e1f2 g7g6 g1f3 h7h5 f3e5 d7d5 e5f7 e8f7 c3d5 d8d5 a1c1
    d5g2 f1g2 a7a5 g2b7 c8b7 d1g1 b7h1 g1g6 f7g6 c1h1 h5h4 f2f3 a5a4 b3a4 a8a4 f3e3 a4a2 h1e1 a2c2
    d2d4 c2e2 e1e2 h4h3 e2a2 b8a6 a2a6 g6f7 d4d5 f7g7 e3f4 g8f6 a6f6 g7f6 d5d6 f6f7 f4g4 h8b8 g4h3
    b8b2 h3g4 b2h2 g4f3 h2f2 f3f2 f7e6 d6d7 e6d7
"""
"""The last capture leaves the kings alone."""

HUNDRED_IDLE_PLIES = """
    b1a3 g8f6 g1h3 f6g8 a3b5 g8h6 h3f4 b8c6 b5c3 c6d4 c3a4 d4e6 a1b1 h6g4 f4d5 e6f4 a4c5 g4e3 c5a4
    f4e6 h1g1 e3f5 a4c5 h8g8 d5b6 e6f4 c5e6 g8h8 b6c4 f5g3 g1h1 g3h5 e6g5 h5f6 g5e4 a8b8 b1a1 f6h5
    e4c3 f4e6 c3d5 e6f4 c4b6 f4h3 h1g1 h3f4 d5b4 f4d5 b4c6 d5f4 b6a4 f4e6 a4b6 e6g5 b6a8 h5f4 g1h1
    f4h5 c6b4 g5h3 a8b6 h5f4 h1g1 h8g8 b4c6 f4e6 b6a8 e6f4 c6a5 f4h5 a5c4 h5f4 c4e5 h3g5 e5c6 f4h5
    g1h1 g5h3 h1g1 h5f6 c6a5 h3f4 a5c4 f6d5 c4a3 d5f6 g1h1 f6g4 a3b5 f4d5 a8b6 g8h8 b5d4 g4h6 d4f3
    d5b4 b6c4 b4c6 a1b1 c6a5
"""
"""No capture, no pawn move and no position met twice, from the first ply to the hundredth."""

MATE_AT_THE_HUNDREDTH = """
    e2e3 f7f6 a2a3 g7g5 e3e4 b8c6 g1f3 g8h6 f3h4 h6g4 h4g6 c6b8 b1c3 g4e5 g6f4 e5g6 c3d5 g6e5 d5b6
    e5c4 f4h3 c4e3 b6d5 e3g4 d5e3 g4e5 e3c4 b8a6 h3g1 a6b4 g1f3 b4d5 c4e3 e5g6 f3e5 d5b6 e5f7 g6e5
    e3g4 b6d5 f7h6 e5c4 g4e3 c4d6 h6g8 d5b4 e3c4 d6f5 c4e3 f5h6 e3d5 b4a6 d5f4 h6g4 f4h5 g4e5 g8h6
    a6b4 h5f4 e5c4 f4e6 c4e3 e6f4 e3d5 f4h3 d5e3 h6g8 e3f5 h3g1 b4d5 g1e2 f5d6 e2d4 d6f5 d4e6 f5h4
    e6c5 d5c3 c5b3 c3d5 b3d4 d5c3 d4b5 c3b1 b5d4 h4g6 d4f3 g6h4 g8h6 b1c3 f3g1 c3a4 h6f7 h4f5 g1f3
    a4c5 f3g1 f5h6 f7e5 c5b3 e5d3 b3a5 g1h3 h6f5 d1h5
"""
"""After five plies a hundred idle ones, of which the last one mates."""

WHITE_LOSES_HER_QUEEN = "e2e3 h7h5 d1h5 a7a5 h5a5 h8h2 h1h2 a8a5"
"""The h file is open to White's rook, White's queen is gone."""
