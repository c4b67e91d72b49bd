-- Why:   the audit is looked through by time. Its list is in the order of time, and a period of last year must not
--        read through all that came after it.
-- Step:  expand.
-- Locks: none that anybody waits for: the audit is written while the index is built.
-- migrate: outside a transaction
create index concurrently audit_events_by_time on audit_events (tenant_id, occurred_at desc, sequence desc);
