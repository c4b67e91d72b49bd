-- Why:   business applications declare what they bring to approval, and where they hear of it.
-- Step:  first.
-- Locks: none, the tables are new.

-- A code belongs to the client that registered it first. The row is also what concurrent
-- registrations of one code queue on.
create table biz_types (
  tenant_id uuid not null,
  code text not null,
  owner_client_id text not null,
  created_at timestamptz(3) not null,
  constraint biz_types_pkey primary key (tenant_id, code),
  constraint biz_types_code_shape check (code ~ '^[A-Za-z][A-Za-z0-9._-]{0,63}$')
);

create index biz_types_by_owner on biz_types (tenant_id, owner_client_id, code);

-- A running approval stays on the version it was started with; the version with the highest
-- ordinal is the one new approvals use.
create table biz_type_versions (
  tenant_id uuid not null,
  code text not null,
  version text not null,
  ordinal integer not null,
  name text not null,
  variables jsonb not null,
  detail_path text not null,
  callback_origin text not null,
  callback_path text not null,
  -- null: every event type is sent.
  callback_events text[],
  initiate_permission text not null,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint biz_type_versions_pkey primary key (tenant_id, code, version),
  constraint biz_type_versions_of_biz_type foreign key (tenant_id, code)
    references biz_types (tenant_id, code),
  constraint biz_type_versions_one_per_ordinal unique (tenant_id, code, ordinal),
  constraint biz_type_versions_version_shape check (version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$'),
  constraint biz_type_versions_variables_list check (jsonb_typeof(variables) = 'array'),
  constraint biz_type_versions_detail_path_relative check (detail_path ~ '^/([^/\\]|$)'),
  constraint biz_type_versions_callback_path_absolute check (callback_path ~ '^/([^/\\]|$)'),
  constraint biz_type_versions_callback_origin_shape check (callback_origin ~ '^https?://[^/]+$')
);

-- The origins a tenant's administrator allows beside those of the deployment. One row per tenant,
-- so that a whole list is replaced under one revision.
create table callback_origin_lists (
  tenant_id uuid not null,
  origins text[] not null,
  revision integer not null,
  updated_by uuid not null,
  updated_at timestamptz(3) not null,
  constraint callback_origin_lists_pkey primary key (tenant_id)
);

-- The first answer to each Idempotency-Key, stored by the transaction that did the work.
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
