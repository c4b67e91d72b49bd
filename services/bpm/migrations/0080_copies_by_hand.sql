-- Why:   whoever starts or decides an approval may show it to others. A copy says who made it, and one
--        person gets one for one reason: the same place in the same round.
-- Step:  expand. Copies that nodes and mentions made name nobody, and are left out of the index.
-- Locks: writes to tasks wait while the index is built, which has no rows yet; no table is rewritten.

alter table tasks
  add column copied_by uuid,
  add column copied_by_name text;

create unique index tasks_one_copy_each
  on tasks (tenant_id, instance_id, round, node_id, assignee_id)
  where copied_by is not null;
