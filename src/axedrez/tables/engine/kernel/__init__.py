"""Scoring of turns in machine code."""
