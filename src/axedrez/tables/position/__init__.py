"""Positions of a compiled sheet: their turns, texts, ends, and how they are shown."""
