-- Why:   a creating request may be repeated under its Idempotency-Key and gets the first answer.
-- Step:  first version.
-- Locks: none that matter; the table is new.
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
