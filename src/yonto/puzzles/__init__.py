"""Puzzles: positions with one right answer, in a game's own folder `puzzles`, found and not listed.

docs/puzzles.md tells how they are chosen and made. Nothing here knows a loop, a socket or a store.
"""

from yonto.puzzles.form import Puzzle as Puzzle
from yonto.puzzles.form import by_name as by_name
from yonto.puzzles.form import games_with_puzzles as games_with_puzzles
from yonto.puzzles.form import position as position
from yonto.puzzles.form import puzzles as puzzles
