"""Games as they are played: commands, records, clocks, computers, subscriptions, what pages are shown."""
