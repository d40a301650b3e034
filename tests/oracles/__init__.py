"""Independent programs that play variants: python-chess and Fairy-Stockfish, asked for moves, positions and ends."""
