"""Many games of the tables family at once."""
