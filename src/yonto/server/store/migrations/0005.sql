-- Order in the house: who may keep it, who was muted or banned, what was reported, and what was done about it.

CREATE TABLE roles (
    person TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    at INTEGER NOT NULL
);

-- `kind` is mute or ban; `subject` says what `value` is: a person, a name (folded) or a network of addresses.
CREATE TABLE sanctions (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    value TEXT NOT NULL,
    at INTEGER NOT NULL,
    until INTEGER,              -- NULL: until it is lifted
    reason TEXT NOT NULL,
    PRIMARY KEY (kind, subject, value)
);

-- `lines` are the lines of chat around the one that was reported, as they were then.
CREATE TABLE reports (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    reporter TEXT,
    person TEXT,                -- who is reported
    name TEXT NOT NULL,         -- and was called this at the table
    table_id TEXT NOT NULL,
    line INTEGER,               -- of the table's chat; NULL: the player as such
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    lines BLOB NOT NULL,
    closed INTEGER,
    outcome TEXT
);
CREATE INDEX reports_by_state ON reports (closed, number);
CREATE INDEX reports_by_person ON reports (person);

CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL
);
