-- Why:   registered applications. SPA and SERVICE exclude each other; the database itself refuses
--        a row that mixes their rules.
-- Step:  first version.
-- Locks: none that matter; every table is new.
create table clients (
  id uuid primary key,
  client_id text not null,
  -- Null: of the platform itself, usable by every tenant.
  tenant_id uuid references tenants (id),
  type text not null,
  name text not null,
  auth_method text not null,
  grant_types text[] not null,
  pkce_method text,
  redirect_uris text[] not null default '{}',
  post_logout_redirect_uris text[] not null default '{}',
  require_consent boolean not null default false,
  scopes text[] not null default '{}',
  -- May ask for the scope of any tenant (workflow and document service).
  all_tenants boolean not null default false,
  status text not null default 'active',
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint clients_client_id_unique unique (client_id),
  constraint clients_client_id_form check (client_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  constraint clients_id_and_type unique (id, type),
  constraint clients_name_length check (char_length(name) between 1 and 200),
  constraint clients_type_known check (type in ('SPA', 'SERVICE')),
  constraint clients_status_known check (status in ('active', 'disabled')),
  constraint clients_spa_rules check (
    type <> 'SPA'
    or (
      auth_method = 'none'
      and pkce_method is not distinct from 'S256'
      and grant_types = array['authorization_code', 'refresh_token']
      and cardinality(redirect_uris) between 1 and 50
      and cardinality(post_logout_redirect_uris) between 1 and 50
      and not all_tenants
    )
  ),
  constraint clients_service_rules check (
    type <> 'SERVICE'
    or (
      auth_method = 'client_secret_basic'
      and pkce_method is null
      and grant_types = array['client_credentials']
      and cardinality(redirect_uris) = 0
      and cardinality(post_logout_redirect_uris) = 0
      and not require_consent
    )
  ),
  constraint clients_no_null_entries check (
    array_position(redirect_uris, null) is null
    and array_position(post_logout_redirect_uris, null) is null
    and array_position(scopes, null) is null
  )
);
create index clients_by_tenant on clients (tenant_id, id);

-- Only hashes. The type column ties a secret to a SERVICE client for good: a SPA cannot have one.
create table client_secrets (
  id uuid primary key,
  client_id uuid not null,
  client_type text not null default 'SERVICE',
  secret_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  constraint client_secrets_service_only check (client_type = 'SERVICE'),
  constraint client_secrets_of_service foreign key (client_id, client_type) references clients (id, type) on delete cascade,
  constraint client_secrets_hash_length check (octet_length(secret_hash) = 32)
);
create index client_secrets_by_client on client_secrets (client_id);

-- The tenants whose scope tenant:<id> a SERVICE client may ask for.
create table client_tenants (
  client_id uuid not null,
  client_type text not null default 'SERVICE',
  tenant_id uuid not null references tenants (id),
  constraint client_tenants_pkey primary key (client_id, tenant_id),
  constraint client_tenants_service_only check (client_type = 'SERVICE'),
  constraint client_tenants_of_service foreign key (client_id, client_type) references clients (id, type) on delete cascade
);
