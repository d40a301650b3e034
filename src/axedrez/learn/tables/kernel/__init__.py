"""Games that networks of the tables family learn from."""
