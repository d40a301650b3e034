"""The computer player of the chess family: search, evaluation, network, and its handicaps at lower levels."""
