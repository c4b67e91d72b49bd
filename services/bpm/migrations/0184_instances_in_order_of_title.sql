-- Why:   all approvals of a tenant are read by title a page at a time. A title is written when an approval starts or is
--        resubmitted; other updates of the row that may stay on their page leave the index alone.
-- Step:  expand.
-- Locks: none that anybody waits for: approvals go on while it is written.
-- migrate: outside a transaction
create index concurrently process_instances_in_order_of_title on process_instances (tenant_id, title collate by_name, id);
