-- From which home (a keyed hash of an address, IPv6 by /64) a table was made: for quotas, and for nothing else. Tables from
-- before have none.

CREATE TABLE homes (
    number INTEGER PRIMARY KEY,
    home TEXT NOT NULL
);
CREATE INDEX homes_by_home ON homes (home);
