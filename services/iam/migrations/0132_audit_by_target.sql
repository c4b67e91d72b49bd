-- Why:   what was done to one account, client or role, among all that was done.
-- Step:  expand.
-- Locks: none that anybody waits for: the audit is written while the index is built.
-- migrate: outside a transaction
create index concurrently audit_events_by_target on audit_events (tenant_id, target_id, occurred_at desc, id desc)
  where target_id is not null;
