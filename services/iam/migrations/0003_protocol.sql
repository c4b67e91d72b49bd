-- Why:   signing keys, sessions, codes, refresh tokens and what users consented to.
-- Step:  first version.
-- Locks: none that matter; every table is new.
create table signing_keys (
  kid text primary key,
  status text not null,
  public_jwk jsonb not null,
  sealed_private_key text not null,
  created_at timestamptz(3) not null default now(),
  activated_at timestamptz(3),
  -- A previous key stays published until its last token has expired.
  published_until timestamptz(3),
  constraint signing_keys_status_known check (status in ('next', 'current', 'previous', 'withdrawn')),
  constraint signing_keys_previous_ends check (status <> 'previous' or published_until is not null)
);
create unique index signing_keys_one_current on signing_keys (status) where status = 'current';
create unique index signing_keys_one_next on signing_keys (status) where status = 'next';

-- One row, locked by whoever generates or rotates keys: several processes agree by waiting here.
create table signing_key_lock (
  id integer primary key,
  rotated_at timestamptz(3),
  constraint signing_key_lock_single check (id = 1)
);
insert into signing_key_lock (id) values (1);

-- What one sign-in gave one client: the family of a code and its refresh tokens. Deleting the row
-- ends the family, also for a token that is being saved at that moment. A replay sets ended_at
-- instead: the request that was first is still being answered and needs the row.
create table oidc_grants (
  id text primary key,
  payload jsonb not null,
  user_id uuid not null references users (id) on delete cascade,
  tenant_id uuid not null references tenants (id),
  client_id text not null references clients (client_id) on delete cascade,
  session_uid text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index oidc_grants_by_session on oidc_grants (session_uid);
create index oidc_grants_by_user on oidc_grants (user_id);
create index oidc_grants_by_expiry on oidc_grants (expires_at);

-- Codes, refresh tokens, sessions and interactions, found by the SHA-256 of their identifier: a
-- reader of this table cannot present any of them.
create table oidc_artifacts (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_id text references oidc_grants (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  session_uid text,
  consumed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint oidc_artifacts_pkey primary key (kind, id_hash),
  constraint oidc_artifacts_kind_known check (kind in ('AuthorizationCode', 'RefreshToken', 'Session', 'Interaction')),
  constraint oidc_artifacts_hash_length check (octet_length(id_hash) = 32),
  constraint oidc_artifacts_token_has_grant check (kind not in ('AuthorizationCode', 'RefreshToken') or grant_id is not null)
);
create index oidc_artifacts_by_grant on oidc_artifacts (grant_id) where grant_id is not null;
create index oidc_artifacts_by_session on oidc_artifacts (session_uid) where session_uid is not null;
create index oidc_artifacts_by_user on oidc_artifacts (user_id) where user_id is not null;
create index oidc_artifacts_by_expiry on oidc_artifacts (expires_at);

-- The tenant chosen for a session, so that a second application follows without asking.
create table session_tenants (
  session_uid text primary key,
  tenant_id uuid not null references tenants (id),
  expires_at timestamptz(3) not null
);

create table consents (
  user_id uuid not null references users (id) on delete cascade,
  tenant_id uuid not null references tenants (id),
  client_id text not null references clients (client_id) on delete cascade,
  scopes text[] not null,
  updated_at timestamptz(3) not null default now(),
  constraint consents_pkey primary key (user_id, tenant_id, client_id)
);

-- Access tokens that were revoked before their end; introspection knows them.
create table revoked_tokens (
  jti text primary key,
  expires_at timestamptz(3) not null
);
create index revoked_tokens_by_expiry on revoked_tokens (expires_at);
