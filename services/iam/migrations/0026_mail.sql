-- Why:   people get back into their account by themselves. An address is somebody's once they have
--        proven it; links lead to a new password; mails leave by an outbox, written in the transaction
--        of what they tell; a password that an administrator chose ends by itself.
-- Step:  widens; earlier processes verify nobody, send nothing, and choose passwords that do not end.
-- Locks: short access exclusive on users, no rewrite; the index is over addresses that nobody has
--        proven yet, so it is empty.
set local lock_timeout = '2s';

alter table users
  add column email_verified_at timestamptz(3),
  -- Of a password that somebody else chose: until when the first sign-in has to come. Null: for ever,
  -- as what operators seed and what there was before.
  add column password_expires_at timestamptz(3),
  add constraint users_verified_address check (email_verified_at is null or email is not null);

-- Anybody may type an address; one account alone proves it.
create unique index users_verified_email on users (lower(email)) where email_verified_at is not null;

-- What leads back into an account, once. The secret in the link is not here: it is derived from the id
-- under a key of the environment, so that a reader of the database, or of a backup, has no link.
create table account_links (
  id uuid primary key,
  purpose text not null,
  user_id uuid not null references users (id) on delete cascade,
  -- Where it was sent, and what whoever opens it has proven; null when it was handed over.
  email text,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- reset: asked for by anybody; set_password: by an administrator; verify_email: a code, by the owner.
  constraint account_links_purpose_known check (purpose in ('reset', 'set_password', 'verify_email')),
  constraint account_links_sent_somewhere check (email is not null or purpose = 'set_password')
);
create index account_links_by_user on account_links (user_id);
create index account_links_by_expiry on account_links (expires_at);
create unique index account_links_one_each on account_links (user_id, purpose) where purpose <> 'reset';

-- Links are good for the account as it was. No way of changing it can forget that.
create function end_account_links() returns trigger language plpgsql as $$
begin
  delete from account_links where user_id = new.id;
  return null;
end $$;
create trigger users_end_links after update of password_hash, status, email on users
  for each row when (
    old.password_hash is distinct from new.password_hash
    or old.status = 'active' and new.status <> 'active'
    or lower(old.email) is distinct from lower(new.email)
  ) execute function end_account_links();

-- Another address is not proven by the proof of the one before.
create function unverify_new_address() returns trigger language plpgsql as $$
begin
  new.email_verified_at := null;
  return new;
end $$;
create trigger users_unverify_address before update of email on users
  for each row when (
    old.email_verified_at is not null
    and lower(old.email) is distinct from lower(new.email)
    and new.email_verified_at is not distinct from old.email_verified_at
  ) execute function unverify_new_address();

-- Somebody asked for a way back in. Whether there is such an account was looked up, but nothing that
-- tells: the row is written either way, and a worker answers it.
create table password_reset_requests (
  id uuid primary key,
  -- By user name, or by a proven address; none, one or two.
  user_ids uuid[] not null,
  address text not null,
  created_at timestamptz(3) not null default now()
);

-- The outbox.
create table mails (
  -- Also its Message-ID: one that comes twice is the same mail.
  id uuid primary key,
  kind text not null,
  -- Whose name it bears; null: the platform's.
  tenant_id uuid references tenants (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  invitation_id uuid references invitations (id) on delete cascade,
  -- With the link goes the mail about it, sent or not.
  link_id uuid references account_links (id) on delete cascade,
  address text not null,
  details jsonb not null default '{}',
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  last_error text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  outcome text,
  constraint mails_kind_known check (kind in (
    'password_reset', 'set_password', 'sign_in_elsewhere', 'verify_email', 'password_changed',
    'email_changed', 'invitation'
  )),
  constraint mails_for_somebody check ((user_id is null) <> (invitation_id is null)),
  constraint mails_outcome_known check (outcome in ('sent', 'refused', 'given_up')),
  constraint mails_settled_with_outcome check ((settled_at is null) = (outcome is null))
);
create index mails_due on mails (next_attempt_at) where settled_at is null;
create index mails_by_link on mails (link_id) where link_id is not null;
create index mails_by_user on mails (user_id) where user_id is not null;
create index mails_by_invitation on mails (invitation_id) where invitation_id is not null;
create index mails_settled on mails (settled_at) where settled_at is not null;
