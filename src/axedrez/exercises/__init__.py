"""Exercises of every game: sets made by the program itself, kept, judged and served (docs/exercises.md)."""
