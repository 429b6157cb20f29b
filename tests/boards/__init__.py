"""Games that are only for tests and benches: known to everybody, or small enough to know their best play."""
