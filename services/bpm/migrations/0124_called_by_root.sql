-- Why:   without it each approval that goes with an erased tenant reads all of the tenant for those that it called.
-- Step:  expand.
-- Locks: none that anybody waits for: approvals are read while they are written.
-- migrate: outside a transaction
create index concurrently process_instances_by_root on process_instances (tenant_id, root_id) where root_id is not null;
