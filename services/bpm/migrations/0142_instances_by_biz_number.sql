-- Why:   a search for the number of a business object does not say of which business type it is.
-- Step:  expand.
-- Locks: none that anybody waits for: approvals go on while it is written.
-- migrate: outside a transaction
create index concurrently process_instances_by_biz_number on process_instances (tenant_id, biz_id, id);
