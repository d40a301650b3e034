"""The search over the general path of the chess kernel."""
