-- Why:   where bytes live, and how many a tenant may have.
-- Step:  new tables.
-- Locks: none; nothing reads them yet.

create table storage_sources (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null,
  endpoint text,
  region text,
  bucket text,
  base_path text,
  credentials_ref text,
  status text not null,
  is_default boolean not null,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint storage_sources_pkey primary key (tenant_id, id),
  constraint storage_sources_name_unique unique (tenant_id, name),
  constraint storage_sources_kind_known check (kind in ('filesystem', 's3')),
  constraint storage_sources_status_known check (status in ('ACTIVE', 'READ_ONLY')),
  constraint storage_sources_default_takes_writes check (not is_default or status = 'ACTIVE'),
  constraint storage_sources_s3_is_complete check (
    kind <> 's3'
    or (endpoint is not null and region is not null and bucket is not null
      and credentials_ref is not null)
  ),
  constraint storage_sources_filesystem_is_local check (
    kind <> 'filesystem' or (endpoint is null and bucket is null and credentials_ref is null)
  ),
  -- The name of environment variables, never a secret itself.
  constraint storage_sources_credentials_are_a_name
    check (credentials_ref ~ '^STORAGE_[A-Z0-9_]{1,60}$')
);
create unique index storage_sources_one_default on storage_sources (tenant_id) where is_default;

create table tenant_usage (
  tenant_id uuid not null,
  used_bytes bigint not null default 0,
  reserved_bytes bigint not null default 0,
  constraint tenant_usage_pkey primary key (tenant_id),
  constraint tenant_usage_not_negative check (used_bytes >= 0 and reserved_bytes >= 0)
);

-- One row per object, made before its first byte: what a crash leaves behind is found by a query.
create table storage_objects (
  tenant_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  key text not null,
  status text not null,
  size_bytes bigint not null,
  sha256 bytea,
  write_state jsonb not null,
  created_at timestamptz(3) not null,
  reap_after timestamptz(3),
  constraint storage_objects_pkey primary key (tenant_id, id),
  constraint storage_objects_source foreign key (tenant_id, source_id)
    references storage_sources (tenant_id, id),
  constraint storage_objects_key_unique unique (tenant_id, source_id, key),
  constraint storage_objects_status_known check (status in ('PENDING', 'STORED', 'DELETING', 'DELETED')),
  constraint storage_objects_size_not_negative check (size_bytes >= 0),
  constraint storage_objects_stored_is_hashed
    check (status <> 'STORED' or octet_length(sha256) = 32)
);
create index storage_objects_to_reap on storage_objects (reap_after) where status = 'DELETING';
