"""What is counted and timed in this process, for Prometheus."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

COMMANDS = Counter("axedrez_commands", "Commands that were carried out")
COMMIT = Histogram(
    "axedrez_commit_seconds",
    "From the decision of a command until it is on the disk",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
REFUSALS = Counter("axedrez_refusals", "What was refused, by its reason", ["reason"])
SOCKETS = Gauge("axedrez_sockets", "Sockets that are open")
RUNNING = Gauge("axedrez_games_running", "Games without an end in which something has happened within the last hour")
DATABASE = Gauge("axedrez_database_up", "Whether the database has just answered")
