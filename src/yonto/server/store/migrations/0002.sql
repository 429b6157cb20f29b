-- Events as one log in the order in which they happened, tables by number, and what changes with every move in a small
-- row apart: a commit then touches few pages, however many tables moved.

ALTER TABLE tables RENAME TO old_tables;
ALTER TABLE events RENAME TO old_events;
DROP INDEX tables_by_status;
DROP INDEX events_by_client;

CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL UNIQUE,
    host TEXT,
    made INTEGER NOT NULL,
    terms BLOB NOT NULL,
    seed BLOB NOT NULL,
    game TEXT NOT NULL,
    listed INTEGER NOT NULL
);
CREATE INDEX tables_by_host ON tables (host) WHERE host IS NOT NULL;
INSERT INTO tables (id, code, host, made, terms, seed, game, listed)
    SELECT id, code, host, made, terms, seed, game, listed FROM old_tables ORDER BY made, id;

-- A cache of what the events say, for lists; `yonto check-store` compares.
CREATE TABLE standings (
    number INTEGER PRIMARY KEY,
    status TEXT NOT NULL,
    seq INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    deadline INTEGER,
    result BLOB
);
CREATE INDEX standings_by_status ON standings (status);
INSERT INTO standings
    SELECT t.number, o.status, o.seq, o.updated, o.deadline, o.result FROM old_tables o JOIN tables t ON t.id = o.id;

-- The truth. `client` is the client's own id for what it asked: the same one never counts twice for a player.
CREATE TABLE events (
    place INTEGER PRIMARY KEY,  -- in the log of all tables
    number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    event BLOB NOT NULL,
    player INTEGER,
    client TEXT
);
CREATE UNIQUE INDEX events_by_table ON events (number, seq);
INSERT INTO events (number, seq, event, player, client)
    SELECT t.number, e.seq, e.event, e.player, e.client FROM old_events e JOIN tables t ON t.id = e.table_id
    ORDER BY t.number, e.seq;

DROP TABLE old_events;
DROP TABLE old_tables;
