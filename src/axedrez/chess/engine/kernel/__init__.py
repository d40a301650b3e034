"""The search itself, compiled to machine code."""
