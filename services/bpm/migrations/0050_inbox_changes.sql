-- Why:   people see their inbox change without asking again and again. Processes find what changed by
--        the number of the transaction that changed it, from an index alone; nothing is notified from
--        within an approval's own transaction, which would make commits wait for each other.
-- Step:  expand. What was there before has no number: nobody is told of it again.
-- Locks: ACCESS EXCLUSIVE for a moment, then writes to inboxes wait while they are read through once.
set local lock_timeout = '2s';

alter table inbox_entries add column changed xid8;
alter table inbox_entries alter column changed set default pg_current_xact_id();
create index inbox_entries_changed on inbox_entries (changed) where changed is not null;
