-- Whose move it is, for lists; tables of lessons, which are in nobody's list; tables that a person hid from his own.
-- `to_move` of tables from before is filled in when the server takes them up.

ALTER TABLE standings ADD COLUMN to_move INTEGER;
ALTER TABLE tables ADD COLUMN lesson INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sitters ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
