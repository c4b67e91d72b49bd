-- Why:   a tenant lets its people sign in with its own OpenID provider or directory (LDAP).
-- Step:  widens; nothing that runs today reads the tables or the column.
-- Locks: short access exclusive on memberships, no rewrite; the index is built on a column that is
--        empty. The tables are new.
create table identity_providers (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  kind text not null,
  name text not null,
  status text not null default 'active',
  -- What the kind needs to be reached, without secrets.
  settings jsonb not null,
  -- Client secret or password of the directory account.
  sealed_secret text,
  -- Who may come in without a link: a member by the id the tenant's directory gave, or anybody new.
  match_external_id boolean not null default false,
  create_accounts boolean not null default false,
  mail_domains text[] not null default '{}',
  role_ids uuid[] not null default '{}',
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint identity_providers_in_tenant unique (tenant_id, id),
  constraint identity_providers_name_unique unique (tenant_id, name),
  constraint identity_providers_name_length check (char_length(name) between 1 and 80),
  constraint identity_providers_kind_known check (kind in ('oidc', 'ldap')),
  constraint identity_providers_status_known check (status in ('active', 'disabled'))
);

-- Who an identity of a provider is here. The subject is what never changes there: `sub`, entryUUID,
-- objectGUID; never a mail address or a name. The link ends with the membership.
create table identity_links (
  id uuid primary key,
  tenant_id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  subject text not null,
  origin text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  constraint identity_links_one_per_subject unique (provider_id, subject),
  constraint identity_links_one_per_user unique (provider_id, user_id),
  constraint identity_links_provider_in_tenant foreign key (tenant_id, provider_id) references identity_providers (tenant_id, id) on delete cascade,
  constraint identity_links_member foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade,
  constraint identity_links_subject_length check (char_length(subject) between 1 and 255),
  constraint identity_links_origin_known check (origin in ('user', 'administrator', 'external_id', 'created'))
);
create index identity_links_by_user on identity_links (user_id);

-- A sign-in that left for a provider. Deleted by the one answer that comes back for it.
create table federation_attempts (
  -- SHA-256 of the state: a reader of this table cannot answer.
  state_hash bytea primary key,
  tenant_id uuid not null,
  provider_id uuid not null,
  flow_hash bytea not null,
  sealed_checks text not null,
  expires_at timestamptz(3) not null,
  constraint federation_attempts_provider foreign key (tenant_id, provider_id) references identity_providers (tenant_id, id) on delete cascade,
  constraint federation_attempts_hash_length check (octet_length(state_hash) = 32 and octet_length(flow_hash) = 32)
);
create index federation_attempts_by_expiry on federation_attempts (expires_at);

alter table memberships
  -- As the tenant's directory calls the person (SCIM externalId).
  add column external_id text,
  add constraint memberships_external_id_length check (char_length(external_id) between 1 and 255);
create unique index memberships_external_id_unique on memberships (tenant_id, external_id) where external_id is not null;
