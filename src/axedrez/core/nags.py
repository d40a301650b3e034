"""The signs of chess books by their numbers in the PGN standard (numeric annotation glyphs)."""

from __future__ import annotations

SIGNS = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!",
    7: "□", 10: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+-", 19: "-+", 22: "⊙",
    36: "↑", 40: "→", 44: "=∞", 132: "⇆", 138: "⊕", 140: "∆", 142: "⌓", 146: "N", 220: "D",
}  # fmt: skip
SUFFIXES = range(1, 7)
"""Those that are written behind a move without a space."""
DIAGRAM = 220
"""Asks for the board on paper."""
