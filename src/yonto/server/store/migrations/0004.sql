-- Sign-out ends one cookie and leaves the others; a chat line that is sent again under the same name is one line.

CREATE TABLE ended (
    session TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX ended_by_time ON ended (at);

ALTER TABLE chat ADD COLUMN client TEXT;
CREATE UNIQUE INDEX chat_by_client ON chat (table_id, person, client) WHERE client IS NOT NULL;
