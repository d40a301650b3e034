"""The Universal Chess Interface, both ways: Axedrez as an engine, and engines of others as players of ours."""
