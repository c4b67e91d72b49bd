-- Why:   failed sign-ins slow down per account and address; every sign-in, failure and change is
--        recorded; creating requests may be repeated under their key.
-- Step:  first version.
-- Locks: none that matter; every table is new.
create table sign_in_attempts (
  -- SHA-256 over the user name as typed, or over the address, or both: no list of names at rest.
  bucket bytea primary key,
  failures integer not null,
  last_failure_at timestamptz(3) not null,
  blocked_until timestamptz(3) not null,
  constraint sign_in_attempts_positive check (failures > 0)
);
create index sign_in_attempts_by_age on sign_in_attempts (last_failure_at);

create table audit_events (
  id uuid primary key,
  -- Null: not of one tenant, such as a failed sign-in.
  tenant_id uuid references tenants (id),
  occurred_at timestamptz(3) not null default now(),
  action text not null,
  outcome text not null,
  actor_kind text not null,
  actor_id text,
  target_kind text,
  target_id text,
  address text,
  details jsonb not null default '{}',
  constraint audit_events_outcome_known check (outcome in ('success', 'failure')),
  constraint audit_events_actor_known check (actor_kind in ('user', 'service', 'system', 'anonymous'))
);
create index audit_events_by_tenant on audit_events (tenant_id, id desc);
