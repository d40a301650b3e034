"""Learning: positions of self-play, and networks trained on them. Nothing that plays imports it."""
