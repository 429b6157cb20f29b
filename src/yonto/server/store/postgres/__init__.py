"""A store in PostgreSQL: any number of server processes, the log of events as the truth and the only lock."""
