-- Why:   a decision says in whose place it was made, and one person decides once in a run of a node.
-- Step:  expand. Old code leaves the columns null, and so its rows out of the index.
-- Locks: writes to tasks wait while the index is built; the tables are not rewritten.

-- Whose seat it is, by the one who stands in for them: { "<user id>": { "id", "name" } }.
alter table tasks add column on_behalf jsonb;
-- Who has filled the seat: beside the rule of the engine, so that two decisions are two people.
alter table tasks add column decided_by uuid;
create unique index tasks_one_decision_each
  on tasks (tenant_id, instance_id, activation, decided_by)
  where decided_by is not null and status in ('APPROVED', 'REJECTED');

alter table instance_actions
  add column on_behalf_of_id text,
  add column on_behalf_of_name text;
