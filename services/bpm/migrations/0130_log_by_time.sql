-- Why:   the log of all approvals of a tenant is read in the order of time: the audit, and the series of the statistics.
--        Until now it was only read by approval. Each action pays for one more entry in an index; there is none by
--        person, so that it does not pay for two: who asks for a person names a period.
-- Step:  expand.
-- Locks: none that anybody waits for: the log is written while the index is built.
-- migrate: outside a transaction
create index concurrently instance_actions_by_time
  on instance_actions (tenant_id, at desc, instance_id desc, sequence desc);
