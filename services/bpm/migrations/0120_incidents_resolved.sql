-- Why:   incidents that were resolved long ago go, in parts, the oldest first.
-- Step:  expand.
-- Locks: none that anybody waits for: the incidents are read while they are written.
-- migrate: outside a transaction
create index concurrently incidents_resolved on incidents (resolved_at) where resolved_at is not null;
