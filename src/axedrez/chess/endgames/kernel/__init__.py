"""Building endgame tables: sweeps over all positions of a material."""
