-- Why: people say who decides for them while they are away, and leavers hand over what they hold.
-- Step: adds a table, and an index over what somebody holds.
-- Locks: writes to tasks wait while the index is built.

create table delegations (
  tenant_id uuid not null,
  user_id uuid not null,
  -- Periods with whom and for what, in the order in which they are looked at.
  items jsonb not null,
  revision integer not null,
  updated_at timestamptz(3) not null,
  constraint delegations_pkey primary key (tenant_id, user_id)
);

create index tasks_of_holder on tasks (tenant_id, assignee_id) where ended_at is null;
