"""The computer player of the tables family: one turn deep, all its results judged in machine code."""
