"""The computer player of the tables family: a one-ply search whose results are all evaluated in machine code."""
