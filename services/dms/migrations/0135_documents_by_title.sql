-- Why:   the same for all documents of a tenant.
-- Step:  expand.
-- Locks: none that anybody waits for: documents go on while it is written.
-- migrate: outside a transaction
create index concurrently documents_by_title on documents (tenant_id, title collate by_name, id);
