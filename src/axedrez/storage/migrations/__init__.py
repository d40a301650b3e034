"""Migrations of the database, run when a server opens it."""
