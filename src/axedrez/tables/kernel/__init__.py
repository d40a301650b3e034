"""Turns of the tables family in machine code, fed by tables compiled from a sheet."""
