"""The SQL of puzzles: how hard each proved to be."""

from yonto.puzzles.glicko import Strength
from yonto.server.store.interface.reviews import Rerated, Tested
from yonto.server.store.sql import Database

POINT, SPECK = 1_000, 1_000_000  # whole numbers of a rating's point, and of a volatility


def strengths_of(db: Database, game: str) -> dict[str, Tested]:
    """Of the puzzles that somebody has answered."""
    query = "SELECT puzzle, rating, deviation, volatility, answers FROM puzzles WHERE game=?"
    return {row[0]: tested(row[1:]) for row in db.execute(query, (game,))}


def tested(row: tuple[int, int, int, int]) -> Tested:
    rating, deviation, volatility, answers = row
    return Tested(Strength(rating / POINT, deviation / POINT, volatility / SPECK), answers)


def answer_puzzle(db: Database, game: str, puzzle: str, change: Rerated) -> Tested:
    """One answer more."""
    query = "SELECT rating, deviation, volatility, answers FROM puzzles WHERE game=? AND puzzle=?"
    row = db.execute(query, (game, puzzle)).fetchone()
    before = tested(row) if row else None
    now = change(before.strength if before else None)
    values = round(now.rating * POINT), round(now.deviation * POINT), round(now.volatility * SPECK)
    answers = before.answers + 1 if before else 1
    db.execute(
        "INSERT INTO puzzles (game, puzzle, rating, deviation, volatility, answers) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (game, puzzle) DO UPDATE SET rating=excluded.rating, deviation=excluded.deviation, "
        "volatility=excluded.volatility, answers=excluded.answers",
        (game, puzzle, *values, answers),
    )
    return tested((*values, answers))
