-- How hard a puzzle proved to be: its strength after Glicko-2, moved by people's first answers, and how many those were. No
-- row while nobody has answered, and nothing about whoever did. Whole numbers, which every engine keeps and copies
-- alike: thousandths of a point, and millionths for the volatility.

CREATE TABLE puzzles (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    rating INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) WITHOUT ROWID;
