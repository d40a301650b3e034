"""A rulebook of the tables family in words and figures, written from its sheet."""
