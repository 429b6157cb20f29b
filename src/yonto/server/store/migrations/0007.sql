-- What was luck and what was choice in a round that is over (docs/review.md), as long as the engine that found it is the
-- one of today: made anew where it is another.

CREATE TABLE reviews (
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    engine TEXT NOT NULL,
    review BLOB NOT NULL,
    PRIMARY KEY (number, round)
) WITHOUT ROWID;
