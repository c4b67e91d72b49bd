-- Why:   a signal of the tenant starts approvals of the processes that begin by it. Who begins by which is kept as long as
--        the process is published; each start has a row, from when the signal was gone through until it is made.
-- Step:  expand. Adds two tables; old code publishes nothing that begins by a signal, and brings signals to approvals alone.
-- Locks: a moment on definitions and on signals for the foreign keys.

create table signal_listeners (
  tenant_id uuid not null,
  id uuid not null,
  -- The event: it stays the same when a new version of the process is published in which it begins by the same signal.
  definition_key text not null,
  node_id text not null,
  name text not null,
  -- The version that is published now.
  definition_id uuid not null,
  biz_type text not null,
  -- Among throws and waits: a signal is for what listened before it.
  position bigint not null default nextval('signal_positions'),
  constraint signal_listeners_pkey primary key (tenant_id, id),
  constraint signal_listeners_one_per_event unique (tenant_id, definition_key, node_id),
  constraint signal_listeners_of_definition foreign key (tenant_id, definition_id)
    references definitions (tenant_id, id)
);
create index signal_listeners_by_name on signal_listeners (tenant_id, name);

create trigger signal_listeners_of_no_erased_tenant before insert on signal_listeners
  for each row execute function refuse_erased_tenant();

create table signal_starts (
  tenant_id uuid not null,
  id uuid not null,
  signal_id uuid not null,
  -- Nothing is open of a listener that has gone.
  listener_id uuid not null,
  -- As of the signal.
  origin_id uuid not null,
  queued_at timestamptz(3) not null,
  -- Null until it is settled.
  outcome text,
  settled_at timestamptz(3),
  instance_id uuid,
  lease_id uuid,
  leased_until timestamptz(3),
  -- How often it was tried in vain, and why it failed the last time.
  attempts integer not null default 0,
  failed_at timestamptz(3),
  code text,
  error text,
  constraint signal_starts_pkey primary key (tenant_id, id),
  -- Of signals that led to each other each starts once where it is heard: so processes that start each other come to an end.
  constraint signal_starts_once unique (tenant_id, origin_id, listener_id),
  constraint signal_starts_of_signal foreign key (tenant_id, signal_id) references signals (tenant_id, id),
  constraint signal_starts_outcome_known check (outcome in ('started', 'missed', 'skipped')),
  constraint signal_starts_settled_whole
    check ((outcome is null) = (settled_at is null) and (instance_id is not null) = (outcome is not distinct from 'started')),
  constraint signal_starts_failure_whole
    check ((failed_at is null) = (code is null) and (failed_at is null) = (attempts = 0))
);
create index signal_starts_open on signal_starts (queued_at) where outcome is null;
create index signal_starts_open_of_tenant on signal_starts (tenant_id, id) where outcome is null;
create index signal_starts_of_signal_id on signal_starts (tenant_id, signal_id);

create trigger signal_starts_of_no_erased_tenant before insert on signal_starts
  for each row execute function refuse_erased_tenant();
