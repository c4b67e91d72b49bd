-- Why:   whoever comes back to an approval is shown what is different since they last looked at it.
-- Step:  expand. Adds a table; old code knows nothing of it.
-- Locks: none on what exists.

create table last_looks (
  tenant_id uuid not null,
  instance_id uuid not null,
  user_id uuid not null,
  -- The newest entry of the log that was shown, and when.
  sequence integer not null,
  looked_at timestamptz(3) not null,
  -- The look before it that showed something else.
  sequence_before integer,
  looked_at_before timestamptz(3),
  constraint last_looks_pkey primary key (tenant_id, instance_id, user_id),
  constraint last_looks_go_on check (sequence_before < sequence),
  constraint last_looks_before_whole check ((sequence_before is null) = (looked_at_before is null))
);

create trigger last_looks_of_no_erased_tenant before insert on last_looks
  for each row execute function refuse_erased_tenant();
