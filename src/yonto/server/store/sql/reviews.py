"""The SQL of reviews: one for each round of a table, by the engine that made it."""

from yonto.server.store.sql import Database


def review_of(db: Database, number: int, round_number: int, engine: str) -> bytes | None:
    """The review of a round, if this engine made it."""
    query = "SELECT review FROM reviews WHERE number=? AND round=? AND engine=?"
    row = db.execute(query, (number, round_number, engine)).fetchone()
    return bytes(row[0]) if row else None


def keep_review(db: Database, number: int, round_number: int, engine: str, review: bytes) -> None:
    """In the place of any that another engine made; not where the table is gone meanwhile."""
    db.execute(
        "INSERT INTO reviews (number, round, engine, review) SELECT ?1, ?2, ?3, ?4 "
        "WHERE EXISTS (SELECT 1 FROM tables WHERE number=?1) "
        "ON CONFLICT (number, round) DO UPDATE SET engine=excluded.engine, review=excluded.review",
        (number, round_number, engine, review),
    )
