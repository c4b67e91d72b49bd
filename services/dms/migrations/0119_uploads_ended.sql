-- Why:   uploads that ended long ago go, in parts, the oldest first.
-- Step:  expand.
-- Locks: none that anybody waits for: the uploads are read while they are written.
-- migrate: outside a transaction
create index concurrently uploads_ended on uploads (updated_at)
  where status in ('COMPLETED', 'FAILED', 'ABORTED', 'EXPIRED');
