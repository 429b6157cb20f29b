"""A store in one SQLite file: one writer thread, the log of events as the truth."""
