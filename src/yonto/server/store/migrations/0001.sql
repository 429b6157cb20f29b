-- Tables, their events and the people who sit there.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

-- A person is a guest or has an account. `epoch` grows when all cookies given out before are to be void.
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    epoch INTEGER NOT NULL DEFAULT 0,
    made INTEGER NOT NULL,
    account TEXT,               -- the name as its owner writes it
    account_key TEXT UNIQUE,    -- the same, folded: two names that look alike are one
    password TEXT,
    name TEXT                   -- what the person was last called at a table
) WITHOUT ROWID;

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    host TEXT,
    made INTEGER NOT NULL,
    terms BLOB NOT NULL,
    seed BLOB NOT NULL,
    -- What follows is a cache of what the events say, for lists; `yonto check-store` compares.
    game TEXT NOT NULL,
    listed INTEGER NOT NULL,
    status TEXT NOT NULL,
    seq INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    deadline INTEGER,
    result BLOB
) WITHOUT ROWID;
CREATE INDEX tables_by_status ON tables (status);

-- The truth. `client` is the client's own id for what it asked: the same one never counts twice for a player.
CREATE TABLE events (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    event BLOB NOT NULL,
    player INTEGER,
    client TEXT,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX events_by_client ON events (table_id, player, client) WHERE client IS NOT NULL;

CREATE TABLE sitters (
    table_id TEXT NOT NULL,
    player INTEGER NOT NULL,
    person TEXT,
    name TEXT NOT NULL,
    PRIMARY KEY (table_id, player)
) WITHOUT ROWID;
CREATE INDEX sitters_by_person ON sitters (person, table_id) WHERE person IS NOT NULL;

CREATE TABLE chat (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    person TEXT,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE INDEX chat_by_person ON chat (person) WHERE person IS NOT NULL;
