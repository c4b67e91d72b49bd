-- Why: leavers hand over what others hold in their place, too.
-- Step: adds an index over it; few tasks are held so at a time.
-- Locks: writes to tasks wait while the index is built.

create index tasks_on_behalf on tasks (tenant_id) where ended_at is null and on_behalf is not null;
