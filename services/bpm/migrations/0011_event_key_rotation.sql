-- Why:   the key after the current one is published before anybody decides to rotate.
-- Step:  expand.
-- Locks: ACCESS EXCLUSIVE for a moment, on a table of a few rows.
set local lock_timeout = '2s';

-- null: published, and not signing yet.
alter table event_keys alter column signs_from drop not null;
-- At most one key waits for its turn, whoever makes it.
create unique index event_keys_one_next on event_keys ((true)) where signs_from is null;
