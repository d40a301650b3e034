"""A stranger's work in fair turns: queues, priced work, jobs."""
