"""Leases: rows with a deadline by the database's clock, so that two processes do not do the same work."""

from yonto.server.store.postgres.connect import Session

NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
LONG_AGO = 600_000  # ms after which a lease that ran out is swept away


def take(session: Session, name: str, holder: str, seconds: float) -> bool:
    sql = (
        f"INSERT INTO leases (name, holder, until) VALUES (?, ?, {NOW} + ?) ON CONFLICT (name) DO UPDATE "
        "SET holder=excluded.holder, until=excluded.until "
        f"WHERE leases.holder=excluded.holder OR leases.until < {NOW} RETURNING name"
    )
    return session.execute(sql, (name, holder, int(seconds * 1000))).fetchone() is not None


def renew(session: Session, holder: str, names: list[str], seconds: float) -> None:
    """These alone: what the holder no longer has in memory another may take."""
    sql = f"UPDATE leases SET until={NOW} + ? WHERE holder=? AND name = ANY(?)"
    session.execute(sql, (int(seconds * 1000), holder, names))
    session.execute(f"DELETE FROM leases WHERE until < {NOW} - ?", (LONG_AGO,))


def release(session: Session, holder: str) -> None:
    session.execute("DELETE FROM leases WHERE holder=?", (holder,))


def unattended(session: Session, since: int) -> list[tuple[str, int]]:
    sql = (
        "SELECT t.id, s.seq FROM standings s JOIN tables t USING (number) "
        f"LEFT JOIN leases l ON l.name = t.id AND l.until > {NOW} "
        "WHERE s.status IN ('playing', 'between') AND s.updated >= ? AND l.name IS NULL AND (s.deadline IS NOT NULL "
        "OR s.to_move IS NULL OR EXISTS (SELECT 1 FROM sitters p WHERE p.table_id = t.id AND p.person IS NOT NULL))"
    )
    return session.execute(sql, (since,)).fetchall()


def vacuum(session: Session) -> None:
    """Of the tables that hold what people said and were called."""
    session.execute("VACUUM (SKIP_LOCKED) people, sitters, chat, tables, reports")
