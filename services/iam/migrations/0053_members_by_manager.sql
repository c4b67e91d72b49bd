-- Why:   without it each member who goes with an erased tenant reads all members of the tenant for those they manage.
-- Step:  expand.
-- Locks: none that anybody waits for: memberships are read while they are written.
-- migrate: outside a transaction
create index concurrently memberships_by_manager on memberships (tenant_id, manager_id) where manager_id is not null;
