-- Why:   what a restore has lost is looked for by a worker; few rows of many are.
-- Step:  expand. It has only what is lost.
-- Locks: none that anybody waits for: the objects are read while they are written.
-- migrate: outside a transaction
create index concurrently storage_objects_lost on storage_objects (tenant_id, id) where lost_at is not null;
