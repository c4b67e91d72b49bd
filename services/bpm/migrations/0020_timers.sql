-- Why: approvals wait for times: events of the process, reminders, escalations, decisions by time;
--   counted on the working calendar of the tenant.
-- Step: adds two tables.
-- Locks: a moment on process_instances for the foreign key.

create table timers (
  tenant_id uuid not null,
  instance_id uuid not null,
  -- The number that the timer has in the state of the instance; never used again there.
  number integer not null,
  due_at timestamptz(3) not null,
  -- While the instance is suspended.
  held boolean not null default false,
  -- Whoever fires it; a worker that dies leaves it to others after this time.
  lease_id uuid,
  leased_until timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  constraint timers_pkey primary key (tenant_id, instance_id, number),
  constraint timers_of_instance foreign key (tenant_id, instance_id)
    references process_instances (tenant_id, id),
  constraint timers_attempts_counted check (attempts >= 0)
);

create index timers_due on timers (due_at) where not held;

create table calendars (
  tenant_id uuid not null,
  time_zone text not null,
  hours jsonb not null,
  holidays jsonb not null,
  workdays jsonb not null,
  revision integer not null,
  updated_by uuid not null,
  updated_at timestamptz(3) not null,
  constraint calendars_pkey primary key (tenant_id)
);
