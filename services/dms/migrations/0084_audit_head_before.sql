-- Why:   an append has to know the head that it moves on from. Only PostgreSQL 18 tells the old row of
--        an update that may be an insert; the row itself can tell it in every version.
-- Step:  expand. Old code leaves the column behind; new code reads what it has just written alone.
-- Locks: ACCESS EXCLUSIVE on audit_heads for a moment; no rewrite.
set local lock_timeout = '2s';

alter table audit_heads add column previous_hash bytea;
