"""The Universal Chess Interface, both ways: Axedrez as an engine, and external engines as players."""
