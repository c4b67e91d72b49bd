-- Why:   the same for previews.
-- Step:  expand.
-- Locks: none that anybody waits for: jobs go on while it is written.
-- migrate: outside a transaction
create index concurrently rendition_jobs_in_turns on rendition_jobs (tenant_id, run_after)
  where done_at is null;
