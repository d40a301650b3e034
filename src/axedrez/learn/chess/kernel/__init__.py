"""Training, where it takes time."""
