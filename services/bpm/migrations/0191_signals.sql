-- Why:   a signal that goes to all approvals of a tenant is kept in the transaction that throws it, and who waits for one in
--        the transaction in which the wait begins: a worker delivers it later, to each approval in a transaction of its own.
-- Step:  expand. Adds a sequence and two tables; old code knows nothing of them, and publishes nothing that they are for.
-- Locks: a moment on process_instances for the foreign key.

-- One order of throws and waits: a signal is for the waits before it. A clock would have ties, and steps back.
create sequence signal_positions;

-- A row as long as something in an approval waits for the signal, as with timers.
create table signal_subscriptions (
  tenant_id uuid not null,
  instance_id uuid not null,
  number integer not null,
  name text not null,
  position bigint not null default nextval('signal_positions'),
  constraint signal_subscriptions_pkey primary key (tenant_id, instance_id, number),
  constraint signal_subscriptions_of_instance foreign key (tenant_id, instance_id)
    references process_instances (tenant_id, id)
);
create index signal_subscriptions_by_name on signal_subscriptions (tenant_id, name, instance_id);

create trigger signal_subscriptions_of_no_erased_tenant before insert on signal_subscriptions
  for each row execute function refuse_erased_tenant();

create table signals (
  tenant_id uuid not null,
  id uuid not null,
  position bigint not null default nextval('signal_positions'),
  name text not null,
  -- The first signal of those that led to each other, itself where nothing led to it.
  origin_id uuid not null,
  -- Who threw it: an approval at an element, an application, or a person.
  instance_id uuid,
  node_id text,
  client_id text,
  user_id uuid,
  thrown_at timestamptz(3) not null,
  -- How far the approvals that wait for it were gone through, in the order of their ids.
  after_instance_id uuid,
  -- When all were.
  spread_at timestamptz(3),
  constraint signals_pkey primary key (tenant_id, id),
  constraint signals_thrown_by_one check (num_nonnulls(instance_id, client_id, user_id) = 1),
  constraint signals_of_an_element check ((instance_id is null) = (node_id is null)),
  constraint signals_named check (length(name) between 1 and 200)
);
create index signals_to_spread on signals (tenant_id, position) where spread_at is null;
create index signals_by_age on signals (thrown_at) where spread_at is not null;

create trigger signals_of_no_erased_tenant before insert on signals
  for each row execute function refuse_erased_tenant();
