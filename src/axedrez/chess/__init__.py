"""The chess family: games on a board of squares, one royal piece each."""
