-- Why:   how much waited at the end of each week is counted from the tasks that ended since, however they ended. The index
--        of 0022 knows those alone that people decided; this one knows all, and the next step drops that one, so that an
--        action pays for one as before.
-- Step:  expand.
-- Locks: none that anybody waits for: approvals go on while it is written.
-- migrate: outside a transaction
create index concurrently tasks_by_end on tasks (tenant_id, ended_at) where ended_at is not null;
