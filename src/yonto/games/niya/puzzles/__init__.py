"""Niya's puzzles: how they are chosen (criteria.py) and those that are shipped (puzzles.jsonl)."""
