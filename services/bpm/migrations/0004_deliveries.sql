-- Why:   events leave in order per instance, are never lost, and can be traced.
-- Step:  first.
-- Locks: none, the tables are new.

-- One lane per instance. `due_at` is when the lane may be taken, and while somebody holds it, when
-- their lease ends: one column, so one index answers both questions.
create table delivery_lanes (
  tenant_id uuid not null,
  instance_id uuid not null,
  biz_type text not null,
  biz_type_version text not null,
  -- The highest number given out, the next to send, and the highest ever acknowledged (which is
  -- ahead of the next one after going back).
  last_sequence integer not null,
  next_sequence integer not null default 1,
  acknowledged_sequence integer not null default 0,
  -- null: nothing to send, or blocked.
  due_at timestamptz(3),
  lease_id uuid,
  -- Failed attempts since the last progress.
  attempts integer not null default 0,
  failing_since timestamptz(3),
  blocked_at timestamptz(3),
  constraint delivery_lanes_pkey primary key (tenant_id, instance_id),
  constraint delivery_lanes_next_within_sent
    check (next_sequence between 1 and last_sequence + 1),
  constraint delivery_lanes_acknowledged_within_sent
    check (acknowledged_sequence between next_sequence - 1 and last_sequence),
  constraint delivery_lanes_due_while_open
    check ((due_at is not null) = (blocked_at is null and next_sequence <= last_sequence)),
  constraint delivery_lanes_leased_while_due check (lease_id is null or due_at is not null),
  constraint delivery_lanes_failing_since_first
    check ((attempts > 0) = (failing_since is not null))
);

-- Holds only lanes with something to send, so that its size, and the price of looking for work, do
-- not grow with history. Its order lets a dispatcher step from one business type to the next.
create index delivery_lanes_due
  on delivery_lanes (tenant_id, biz_type, biz_type_version, due_at)
  where due_at is not null;

create index delivery_lanes_blocked
  on delivery_lanes (tenant_id, instance_id)
  where blocked_at is not null;

-- What is sent, byte for byte: the body is signed, and a redelivery must be the same.
create table delivery_events (
  tenant_id uuid not null,
  instance_id uuid not null,
  sequence integer not null,
  event_id uuid not null,
  type text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  constraint delivery_events_pkey primary key (tenant_id, instance_id, sequence),
  constraint delivery_events_one_per_id unique (tenant_id, event_id),
  constraint delivery_events_in_lane foreign key (tenant_id, instance_id)
    references delivery_lanes (tenant_id, instance_id),
  constraint delivery_events_sequence_from_one check (sequence >= 1)
);

-- The log of attempts, for those who ask why their application did not hear.
create table delivery_attempts (
  tenant_id uuid not null,
  event_id uuid not null,
  id uuid not null,
  attempted_at timestamptz(3) not null,
  duration_ms integer not null,
  outcome text not null,
  http_status smallint,
  response_excerpt text,
  constraint delivery_attempts_pkey primary key (tenant_id, event_id, id),
  constraint delivery_attempts_outcome_known check (outcome in (
    'delivered', 'rewound', 'refused', 'failed', 'timeout', 'unreachable', 'broken_off',
    'address_forbidden'
  ))
);

create index delivery_attempts_by_time on delivery_attempts using brin (attempted_at);

-- Keys that sign event bodies. The first one is made by whichever process comes first.
create table event_keys (
  generation integer not null,
  kid text not null,
  public_key text not null,
  sealed_private_key text not null,
  created_at timestamptz(3) not null default now(),
  -- A new key is published before it signs, and stays published after it has stopped.
  signs_from timestamptz(3) not null,
  published_until timestamptz(3),
  constraint event_keys_pkey primary key (generation),
  constraint event_keys_one_per_kid unique (kid),
  constraint event_keys_generation_from_one check (generation >= 1)
);
