-- Why:   sources have their turn of the reaper: one that does not answer holds up no other.
-- Step:  expand.
-- Locks: none that anybody waits for: objects go on while it is written.
-- migrate: outside a transaction
create index concurrently storage_objects_reaped_in_turns on storage_objects (source_id, reap_after)
  where status = 'DELETING';
