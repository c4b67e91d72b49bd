-- Why:   people name what they narrow their inbox to, and find it on every device.
-- Step:  expand. Adds a table; old code knows nothing of it.
-- Locks: none on what exists.

create table inbox_filters (
  tenant_id uuid not null,
  user_id uuid not null,
  -- Names with what is looked for, in the order in which they are shown.
  items jsonb not null,
  revision integer not null,
  updated_at timestamptz(3) not null,
  constraint inbox_filters_pkey primary key (tenant_id, user_id)
);

create trigger inbox_filters_of_no_erased_tenant before insert on inbox_filters
  for each row execute function refuse_erased_tenant();
