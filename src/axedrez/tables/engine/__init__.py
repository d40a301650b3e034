"""The computer player of the tables family: one turn deep, all its results evaluated in machine code."""
