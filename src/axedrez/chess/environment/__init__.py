"""Many games of chess at once, for learning (`axedrez.environments`)."""
