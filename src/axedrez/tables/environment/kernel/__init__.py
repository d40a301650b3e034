"""What plays a batch of games, compiled."""
