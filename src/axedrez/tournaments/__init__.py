"""Tournaments of any rulebook: pairing, points, standings. Pure: nothing is stored or sent here."""
