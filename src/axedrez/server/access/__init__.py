"""Who asks, and how much they may: accounts, sessions, guards, rate limits, throttled sockets."""
