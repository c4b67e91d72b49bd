-- Why: leavers hand over what they have lent out, too.
-- Step: adds an index over it; few tasks are lent at a time.
-- Locks: writes to tasks wait while the index is built.

create index tasks_lent on tasks (tenant_id, owner_id) where ended_at is null and owner_id is not null;
