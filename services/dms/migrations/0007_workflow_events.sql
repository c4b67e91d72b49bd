-- Why:   events of the workflow service are applied once and in order.
-- Step:  the tables of the event receiver.
-- Locks: none; nothing reads them yet.

create table workflow_event_positions (
  tenant_id uuid not null,
  instance_id uuid not null,
  last_sequence integer not null,
  updated_at timestamptz(3) not null default now(),
  constraint workflow_event_positions_pkey primary key (tenant_id, instance_id),
  constraint workflow_event_positions_from_zero check (last_sequence >= 0)
);

create table workflow_events (
  tenant_id uuid not null,
  event_id uuid not null,
  instance_id uuid not null,
  sequence integer not null,
  type text not null,
  received_at timestamptz(3) not null default now(),
  constraint workflow_events_pkey primary key (tenant_id, event_id),
  constraint workflow_events_one_per_sequence unique (tenant_id, instance_id, sequence)
);

create index workflow_events_by_time on workflow_events (received_at);
