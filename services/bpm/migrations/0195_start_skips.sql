-- Why:   an administrator passes over a start that cannot be made: who did, why, and what kept it.
-- Step:  expand. Adds a table; old code knows nothing of it.
-- Locks: none on what exists.

create table start_skips (
  tenant_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  definition_key text not null,
  node_id text not null,
  -- The moment that it was due at, or of the signal.
  due_at timestamptz(3) not null,
  -- Of a start by a signal.
  signal_id uuid,
  -- As the last attempt had left it.
  attempts integer not null,
  code text not null,
  error text not null,
  reason text not null,
  skipped_by uuid not null,
  skipped_by_name text not null,
  skipped_at timestamptz(3) not null,
  constraint start_skips_pkey primary key (tenant_id, id),
  constraint start_skips_of_failing check (attempts > 0)
);

create trigger start_skips_of_no_erased_tenant before insert on start_skips
  for each row execute function refuse_erased_tenant();
