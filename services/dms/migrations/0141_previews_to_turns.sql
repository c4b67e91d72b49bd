-- Why:   rendition_jobs_in_turns answers what this index answered. PostgreSQL would take this one now and then, and
--        read all that waits of others.
-- Step:  contract. Earlier processes use rendition_jobs_in_turns for the same statements.
-- Locks: none that anybody waits for.
-- migrate: outside a transaction
drop index concurrently if exists rendition_jobs_due;
