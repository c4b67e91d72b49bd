-- Why:   a simulation goes through the approvals of a tenant that ended in a period, the latest first. An approval pays for
--        the index once, when it ends.
-- Step:  expand.
-- Locks: none that anybody waits for: approvals go on while it is written.
-- migrate: outside a transaction
create index concurrently process_instances_by_end on process_instances (tenant_id, ended_at, id) where ended_at is not null;
