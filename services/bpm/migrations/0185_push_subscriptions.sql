-- Why:   people are told on their devices, too (Web Push, RFC 8030). A device is a subscription that a browser gave its
--        person; the row is also the queue of what waits for it, as mail_queues is for a person.
-- Step:  expand. Adds a table; old code knows nothing of it.
-- Locks: none on what exists.

create table push_subscriptions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Where the browser's push service takes messages: a secret of the device (RFC 8030, section 8.3).
  endpoint text not null,
  -- SHA-256 in hexadecimal: by it a browser knows its own among those of its person.
  endpoint_hash text not null,
  -- What messages are encrypted for (RFC 8291): base64url.
  p256dh text not null,
  auth text not null,
  -- The key of the platform that the device takes messages from (RFC 8292), base64url.
  application_server_key text not null,
  -- What its person knows it by, such as "Firefox on Windows".
  device text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  due_at timestamptz(3),
  -- Not sooner after the message before.
  rests_until timestamptz(3),
  lease_id uuid,
  leased_until timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  constraint push_subscriptions_pkey primary key (tenant_id, id),
  constraint push_subscriptions_endpoint_once unique (tenant_id, endpoint_hash),
  constraint push_subscriptions_endpoint_short check (length(endpoint) <= 2048),
  constraint push_subscriptions_attempts_counted check (attempts >= 0)
);
create index push_subscriptions_of_person on push_subscriptions (tenant_id, user_id);
-- A browser that another person uses now is theirs in no tenant.
create index push_subscriptions_by_endpoint on push_subscriptions (endpoint_hash);
create index push_subscriptions_due on push_subscriptions (due_at) where due_at is not null;

create trigger push_subscriptions_of_no_erased_tenant before insert on push_subscriptions
  for each row execute function refuse_erased_tenant();
