"""The table server: one process and one SQLite file; nothing lost, nothing leaked."""
