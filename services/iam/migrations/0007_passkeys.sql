-- Why:   signing in with a passkey (Web Authentication): one step that holds both factors.
-- Step:  widens; nothing that runs today reads the table.
-- Locks: none that matter; the table is new.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- What the authenticator calls it, base64url.
  credential_id text not null,
  public_key bytea not null,
  -- Goes up with each use where the authenticator counts; stays 0 where it does not.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  constraint passkeys_credential_unique unique (credential_id),
  constraint passkeys_name_length check (char_length(name) between 1 and 100)
);
create index passkeys_by_user on passkeys (user_id);
