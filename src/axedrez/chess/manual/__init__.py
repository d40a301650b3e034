"""A rulebook of the chess family in words and figures, written from its sheet."""
