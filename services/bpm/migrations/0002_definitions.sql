-- Why:   administrators keep the processes that approvals follow.
-- Step:  first.
-- Locks: none, the tables are new.

-- One row per process id. It hands out version numbers and is what concurrent changes of the
-- versions of one key queue on; the key stays with the business type it was first used for.
create table definition_keys (
  tenant_id uuid not null,
  key text not null,
  biz_type text not null,
  last_version integer not null,
  created_at timestamptz(3) not null,
  constraint definition_keys_pkey primary key (tenant_id, key),
  constraint definition_keys_one_biz_type unique (tenant_id, key, biz_type),
  constraint definition_keys_biz_type_exists foreign key (tenant_id, biz_type)
    references biz_types (tenant_id, code),
  constraint definition_keys_key_shape check (key ~ '^[A-Za-z_][A-Za-z0-9._-]{0,99}$'),
  constraint definition_keys_last_version_positive check (last_version > 0)
);

create table definitions (
  tenant_id uuid not null,
  id uuid not null,
  key text not null,
  version integer not null,
  biz_type text not null,
  name text not null,
  status text not null,
  bpmn_xml text not null,
  -- The approval tree that bpmn_xml was compiled from, when it was.
  tree jsonb,
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  updated_by uuid not null,
  updated_at timestamptz(3) not null,
  published_by uuid,
  published_at timestamptz(3),
  retired_by uuid,
  retired_at timestamptz(3),
  constraint definitions_pkey primary key (tenant_id, id),
  constraint definitions_one_per_version unique (tenant_id, key, version),
  constraint definitions_key_of_biz_type foreign key (tenant_id, key, biz_type)
    references definition_keys (tenant_id, key, biz_type),
  constraint definitions_status_known check (status in ('DRAFT', 'PUBLISHED', 'RETIRED')),
  constraint definitions_version_positive check (version > 0),
  constraint definitions_name_length check (char_length(name) between 1 and 200),
  constraint definitions_xml_size check (octet_length(bpmn_xml) between 1 and 524288),
  constraint definitions_published_when_public
    check ((status = 'DRAFT') = (published_at is null) and (published_at is null) = (published_by is null)),
  constraint definitions_retired_when_retired
    check ((status = 'RETIRED') = (retired_at is not null) and (retired_at is null) = (retired_by is null))
);

-- New approvals have one version of a key to start with, also when two are published at once.
create unique index definitions_one_published_per_key
  on definitions (tenant_id, key) where status = 'PUBLISHED';

create index definitions_published_by_biz_type
  on definitions (tenant_id, biz_type, id) where status = 'PUBLISHED';
