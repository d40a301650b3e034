"""Games in compiled arrays: legal actions, moves, ends and observations in one call."""
