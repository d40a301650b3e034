"""The rulebooks that the server knows, and the manual as a whole."""
