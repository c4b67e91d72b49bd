-- Why:   a second factor beside the password: time-based codes (RFC 6238) and recovery codes.
-- Step:  widens; nothing that runs today reads these tables.
-- Locks: none that matter; every table is new.
create table user_totp (
  user_id uuid primary key references users (id) on delete cascade,
  sealed_secret text not null,
  -- Null while it is being set up: it does not count before its first code was right.
  confirmed_at timestamptz(3),
  -- The last time step that was used: a code works once, and none before it works again.
  last_step integer,
  created_at timestamptz(3) not null default now(),
  constraint user_totp_used_once_confirmed check (confirmed_at is not null or last_step is null)
);

-- Only hashes. A row stays when it is used, so that the owner sees how many are left of how many.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_hash_length check (octet_length(code_hash) = 32)
);
