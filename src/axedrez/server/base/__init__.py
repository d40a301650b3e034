"""What every part of the server stands on: errors as answers, HTTP, background tasks, caches, monitoring."""
