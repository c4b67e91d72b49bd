-- Why:   applications that keep sessions of their own are told when a user signs out (OpenID Connect
--        Back-Channel Logout 1.0).
-- Step:  widens; earlier processes end sessions without telling.
-- Locks: short access exclusive on clients, no rewrite; the other table is new.
alter table clients
  add column backchannel_logout_uri text,
  add constraint clients_backchannel_spa_only check (type = 'SPA' or backchannel_logout_uri is null);

-- Written by the statement that ends the session; deleted once the application has answered.
create table logout_notices (
  id uuid primary key default gen_random_uuid(),
  client_id text not null references clients (client_id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- The session as the application knows it; null ends all of the user's.
  sid text,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create index logout_notices_due on logout_notices (next_attempt_at);
