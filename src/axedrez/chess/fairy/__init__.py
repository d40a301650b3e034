"""What other programs write about variants: Betza notation, and Fairy-Stockfish's files."""
