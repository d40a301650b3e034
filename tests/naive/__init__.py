"""Slow, plain twins of the kernels: a second reading of the clauses."""
