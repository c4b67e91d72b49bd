-- Why:   the index of titles. A title is written when an approval starts or is resubmitted; other updates of the row
--        leave the index alone. What waits to be sorted into it is kept small: each search reads it.
-- Step:  expand.
-- Locks: none that anybody waits for: approvals go on while it is written, about a minute for a million of them.
-- migrate: outside a transaction
create index concurrently process_instances_by_title on process_instances
  using gin (title_terms(tenant_id, title)) with (gin_pending_list_limit = 256);
