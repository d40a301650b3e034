"""Rules of the chess family in machine code, fed by tables compiled from a sheet."""
