"""PGN, the file format of chess games: lenient reading, strict writing."""
