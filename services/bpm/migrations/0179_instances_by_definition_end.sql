-- Why:   a forecast reads the approvals of one process that ended last. The index of 0169 knows them by their end alone: of a
--        process that runs rarely it would be read to its beginning. An approval pays for the entry once, when it ends.
-- Step:  expand.
-- Locks: none that anybody waits for: approvals go on while it is written.
-- migrate: outside a transaction
create index concurrently process_instances_by_definition_end
  on process_instances (tenant_id, definition_id, ended_at) where ended_at is not null;
