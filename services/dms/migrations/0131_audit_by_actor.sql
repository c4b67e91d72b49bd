-- Why:   what one person did, among all that everybody did: first question of whoever looks into the audit.
-- Step:  expand.
-- Locks: none that anybody waits for: the audit is written while the index is built.
-- migrate: outside a transaction
create index concurrently audit_events_by_actor on audit_events (tenant_id, actor_id, occurred_at desc, sequence desc)
  where actor_id is not null;
