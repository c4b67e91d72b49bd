-- Why:   all approvals of a tenant are read by their state a page at a time, and those in a state that few have without a
--        walk through all. An approval pays when it starts, is returned and ends; other updates of the row that may stay on
--        their page leave the index alone.
-- Step:  expand.
-- Locks: none that anybody waits for: approvals go on while it is written.
-- migrate: outside a transaction
create index concurrently process_instances_by_status on process_instances (tenant_id, status, id);
