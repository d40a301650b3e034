"""Positions of a compiled sheet: their moves, texts, ends, and how they are shown."""
