"""The rule sheet of the chess family, and what can be wrong with one."""
