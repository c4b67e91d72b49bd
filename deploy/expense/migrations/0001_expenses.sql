-- Why:   expenses, and what the event receiver needs to apply each workflow event once, in order.
-- Step:  first version. Its ids were drawn by PostgreSQL 18 (`default uuidv7()`), see 0003; here that would refuse 15 to 17.
-- Locks: none; the tables are new.
create table expenses (
  id uuid not null,
  tenant_id uuid not null,
  owner_id uuid not null,
  title text not null,
  reason text not null,
  amount numeric(14, 2) not null,
  approvers jsonb not null default '[]',
  status text not null default 'DRAFT',
  instance_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint expenses_pkey primary key (id),
  constraint expenses_one_per_instance unique (instance_id),
  constraint expenses_amount_positive check (amount > 0),
  constraint expenses_status check (
    status in ('DRAFT', 'RUNNING', 'RETURNED', 'CORRECTING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED')
  )
);

create index expenses_by_owner on expenses (tenant_id, owner_id, id desc);

-- The two tables of @countersign/event-receiver, as its `receiverTables` gives them.
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
