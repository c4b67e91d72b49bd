-- Why:   a session that nobody uses ends before its twelve hours; and who has no account yet is invited
--        by an address, with the roles that they get.
-- Step:  widens; earlier processes end no session for idleness, and see invitations by user name alone.
-- Locks: short access exclusive on tenants and invitations, no rewrite.
set local lock_timeout = '2s';

-- Until when a session may rest. A table of its own, small and without further indexes: it is written
-- once a minute at most for each session that is in use. No row: nothing was noted, and nothing ends.
create table session_activity (
  session_uid text primary key,
  idle_at timestamptz(3) not null
);

-- A tenant may be stricter than the deployment.
alter table tenants
  add column session_idle_minutes integer,
  add constraint tenants_session_idle_range check (session_idle_minutes between 5 and 10080);

alter table invitations
  alter column username drop not null,
  -- Where it was sent. Whoever reads that mail makes an account, or names the one that they have.
  add column email text,
  add column role_ids uuid[] not null default '{}',
  add constraint invitations_for_somebody check (username is not null or email is not null);
create unique index invitations_one_per_address on invitations (tenant_id, lower(email)) where email is not null;
