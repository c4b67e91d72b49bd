-- Why:   repeatable requests, and an audit nobody can quietly change.
-- Step:  first tables.
-- Locks: none; nothing reads them yet.

create table idempotency_keys (
  tenant_id text not null,
  caller text not null,
  key text not null,
  request_hash bytea not null,
  status smallint,
  body jsonb,
  created_at timestamptz(3) not null default now(),
  constraint idempotency_keys_pkey primary key (tenant_id, caller, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- The end of each tenant's chain. Whoever appends locks its row, so the chain has no forks.
create table audit_heads (
  tenant_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  constraint audit_heads_pkey primary key (tenant_id),
  constraint audit_heads_hash_is_sha256 check (octet_length(hash) = 32)
);

create table audit_events (
  tenant_id uuid not null,
  sequence bigint not null,
  occurred_at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text,
  action text not null,
  document_id uuid,
  version_id uuid,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_events_pkey primary key (tenant_id, sequence),
  constraint audit_events_sequence_positive check (sequence > 0),
  constraint audit_events_actor_kind_known
    check (actor_kind in ('user', 'service', 'share', 'public', 'system')),
  constraint audit_events_hashes_are_sha256
    check (octet_length(hash) = 32 and octet_length(previous_hash) = 32)
);
create index audit_events_document on audit_events (tenant_id, document_id, sequence);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
create trigger audit_events_never_emptied before truncate on audit_events
  for each statement execute function refuse_audit_change();
