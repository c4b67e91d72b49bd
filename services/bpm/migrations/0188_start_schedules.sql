-- Why:   a timer start event of a published process starts approvals: when the next one is due, and what became of the
--        one that could not be started.
-- Step:  expand. Adds a table; old code knows nothing of it.
-- Locks: a moment on definitions for the foreign key.

create table start_schedules (
  tenant_id uuid not null,
  id uuid not null,
  -- The event: the schedule stays the same when a new version of the process is published that times it alike.
  definition_key text not null,
  node_id text not null,
  -- The version that is published now.
  definition_id uuid not null,
  biz_type text not null,
  -- As the event says it; another text is another schedule.
  timing jsonb not null,
  -- When it was first published with this timing.
  since timestamptz(3) not null,
  -- The next moment, and its place in the sequence. Null when there is none any more.
  place integer,
  due_at timestamptz(3),
  -- The last one, the approval that it started, and how many were passed over in all.
  last_due_at timestamptz(3),
  last_instance_id uuid,
  missed integer not null default 0,
  lease_id uuid,
  leased_until timestamptz(3),
  -- Of the moment that is due: how often it was tried in vain, and why it failed the last time.
  attempts integer not null default 0,
  failed_at timestamptz(3),
  code text,
  error text,
  constraint start_schedules_pkey primary key (tenant_id, id),
  constraint start_schedules_one_per_event unique (tenant_id, definition_key, node_id),
  constraint start_schedules_of_definition foreign key (tenant_id, definition_id)
    references definitions (tenant_id, id),
  constraint start_schedules_due_whole check ((place is null) = (due_at is null)),
  constraint start_schedules_failure_whole
    check ((failed_at is null) = (code is null) and (failed_at is null) = (attempts = 0)),
  constraint start_schedules_counted check (attempts >= 0 and missed >= 0)
);

create index start_schedules_due on start_schedules (due_at) where due_at is not null;
create index start_schedules_failing on start_schedules (tenant_id, id) where failed_at is not null;

create trigger start_schedules_of_no_erased_tenant before insert on start_schedules
  for each row execute function refuse_erased_tenant();
