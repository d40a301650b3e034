"""Exact tables for endgames with little material, in any sheet that they can hold (docs/endgames.md)."""
