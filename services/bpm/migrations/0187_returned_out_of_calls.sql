-- Why:   the share of approvals that were returned counts those that were returned out of an approval that they had
--        called, which the log alone tells. The list behind the figure finds them by this index: few entries, of which
--        nearly no action writes one.
-- Step:  expand.
-- Locks: none that anybody waits for: the log is written while the index is built.
-- migrate: outside a transaction
create index concurrently instance_actions_returned_calls
  on instance_actions (tenant_id, instance_id)
  where action = 'callEnded' and details ->> 'result' = 'returned';
