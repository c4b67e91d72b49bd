-- Why:   an account of one tenant joins another one when its owner agrees; until now only platform
--        administrators could let it in.
-- Step:  widens; nothing that runs today reads the table.
-- Locks: none that matter; the table is new.
create table invitations (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  -- As it was typed, in lower case: whether there is such an account is not told to who invites.
  username text not null,
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint invitations_one_per_name unique (tenant_id, username),
  constraint invitations_expire_later check (expires_at > created_at)
);
create index invitations_by_username on invitations (username);
