-- Why:   each approval that waited for a signal hears it once, also where two workers or a second try meet, and where
--        approvals that wait for each other would throw it to and fro for ever.
-- Step:  expand. Adds a table; old code knows nothing of it.
-- Locks: none on what exists. No foreign key leads to process_instances: a row for many approvals would wait for whoever
--        acts on one of them, and others for it.

create table signal_deliveries (
  tenant_id uuid not null,
  signal_id uuid not null,
  instance_id uuid not null,
  -- As of the signal.
  origin_id uuid not null,
  name text not null,
  -- Null until it is settled.
  outcome text,
  settled_at timestamptz(3),
  -- When it is tried next; null of one that is settled, and of one whose approval is suspended.
  due_at timestamptz(3),
  lease_id uuid,
  leased_until timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  constraint signal_deliveries_pkey primary key (tenant_id, signal_id, instance_id),
  -- Of signals that led to each other an approval hears each name once: so they come to an end.
  constraint signal_deliveries_once unique (tenant_id, origin_id, name, instance_id),
  constraint signal_deliveries_of_signal foreign key (tenant_id, signal_id) references signals (tenant_id, id),
  constraint signal_deliveries_outcome_known check (outcome in ('heard', 'missed')),
  constraint signal_deliveries_settled_whole check ((outcome is null) = (settled_at is null)),
  constraint signal_deliveries_settled_rest check (outcome is null or due_at is null)
);
create index signal_deliveries_due on signal_deliveries (due_at) where due_at is not null;
-- How much of a tenant is in the queue.
create index signal_deliveries_queued on signal_deliveries (tenant_id) where due_at is not null and attempts = 0;
create index signal_deliveries_open on signal_deliveries (tenant_id, instance_id) where outcome is null;

create trigger signal_deliveries_of_no_erased_tenant before insert on signal_deliveries
  for each row execute function refuse_erased_tenant();
