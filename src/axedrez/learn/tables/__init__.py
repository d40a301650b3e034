"""Learning in the tables family: networks from self-play, by temporal differences."""
