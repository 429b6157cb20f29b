"""What a store does, by name and by subject. A room asks for the subjects that it needs, and for nothing else.

The event log, the other processes and the upkeep are each engine's own; all else is SQL that every engine understands
(`sql/operations.py`). `sql/store.py` puts them together.
"""
