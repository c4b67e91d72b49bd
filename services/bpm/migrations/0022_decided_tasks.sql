-- Why: statistics read the tasks that were decided in a period.
-- Step: adds an index.
-- Locks: writes to tasks wait while it is built.

create index tasks_decided on tasks (tenant_id, ended_at) where ended_by is not null;
