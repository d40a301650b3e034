"""Learning in the chess family: networks from games of the engine with itself."""
