"""Which moves were played in a position, in large collections of games (docs/explorer.md)."""
