-- Why:   the audit gets a hash chain that is made after the commit. What is new is known by its
--        transaction: numbers and times of rows are given before the commit, and a late one has early ones.
-- Step:  expand. Rows of before have no number; old code leaves it to the default.
-- Locks: ACCESS EXCLUSIVE for a moment, then writes to the audit wait while the index is built.
set local lock_timeout = '2s';

alter table audit_events add column changed xid8;
alter table audit_events alter column changed set default pg_current_xact_id();
create index audit_events_changed on audit_events (changed) where changed is not null;
