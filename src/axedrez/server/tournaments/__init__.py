"""Tournaments as they run: pairing in time, their views."""
