-- Why:   all documents of a tenant, those that were changed last first, a page at a time.
-- Step:  expand.
-- Locks: none that anybody waits for: documents go on while it is written.
-- migrate: outside a transaction
create index concurrently documents_by_change on documents (tenant_id, updated_at, id);
