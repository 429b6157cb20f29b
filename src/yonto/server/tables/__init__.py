"""The tables in memory: who holds them, how a change is committed, what each person is shown."""
