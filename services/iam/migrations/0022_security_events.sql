-- Why:   who verifies tokens by themselves learns within seconds what was taken away: a token, what
--        a sign-in gave, a member's authority, a client's. Triggers write it down in the transaction
--        that takes it, so that no way of taking it can forget to.
-- Step:  widens; earlier processes write events too, and publish none.
-- Locks: short exclusive ones on the tables that get a trigger or a column; nothing is rewritten.

-- Append-only, but for its number: `position` and `published_at` come when the row is committed, from
-- publishEvents in services/iam/src/features/security-events/queries.ts. A number that were drawn
-- when the row is written could be seen after a greater one.
create table security_events (
  id uuid primary key default gen_random_uuid(),
  position bigint,
  kind text not null,
  -- Null: of a client of the platform, or of its token that names no tenant.
  tenant_id uuid,
  -- The jti, grant id, user id or client id; of a tenant its id.
  subject text not null,
  reason text not null,
  -- Of a token: when it would have ended.
  expires_at timestamptz(3),
  occurred_at timestamptz(3) not null default clock_timestamp(),
  published_at timestamptz(3),
  constraint security_events_kind_known check (kind in ('token', 'grant', 'member', 'client', 'tenant')),
  constraint security_events_tenant_named check (tenant_id is not null or kind in ('token', 'client')),
  constraint security_events_published_with_number check ((position is null) = (published_at is null))
);
create unique index security_events_position on security_events (position) where position is not null;
create index security_events_unpublished on security_events (id) where position is null;
create index security_events_by_age on security_events (occurred_at);
create sequence security_events_position_seq;

create function refuse_security_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'security_events is append-only' using errcode = 'restrict_violation';
end $$;
create trigger security_events_append_only before update on security_events
  for each row when (
    old.position is not null or new.position is null
    or (old.id, old.kind, old.tenant_id, old.subject, old.reason, old.expires_at, old.occurred_at)
      is distinct from (new.id, new.kind, new.tenant_id, new.subject, new.reason, new.expires_at, new.occurred_at)
  ) execute function refuse_security_event_change();

-- How far each process of each receiver has come. A stream that is gone begins again.
create table security_event_streams (
  client_id text not null references clients (client_id) on delete cascade,
  id uuid not null,
  -- Every event up to here is acknowledged, and these beyond it.
  acked_until bigint not null default 0,
  acked bigint[] not null default '{}',
  polled_at timestamptz(3) not null default now(),
  constraint security_event_streams_pkey primary key (client_id, id)
);
create index security_event_streams_by_age on security_event_streams (polled_at);

-- A token is told to those of its tenant.
alter table revoked_tokens add column tenant_id uuid;

create function tell_token_revoked() returns trigger language plpgsql as $$
begin
  insert into security_events (kind, tenant_id, subject, reason, expires_at)
  values ('token', new.tenant_id, new.jti, 'token_revoked', new.expires_at);
  return null;
end $$;
create trigger revoked_tokens_told after insert on revoked_tokens
  for each row execute function tell_token_revoked();

-- Sign-out, revocation of a refresh token, withdrawn consent, changed password: all end grants.
create function tell_grant_ended() returns trigger language plpgsql as $$
begin
  insert into security_events (kind, tenant_id, subject, reason)
  values ('grant', old.tenant_id, old.id, 'grant_ended');
  return null;
end $$;
-- What has run out by itself was not taken away.
create trigger oidc_grants_deletion_told after delete on oidc_grants
  for each row when (old.ended_at is null and old.expires_at > now()) execute function tell_grant_ended();
create trigger oidc_grants_end_told after update of ended_at on oidc_grants
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_grant_ended();

create function tell_account_disabled() returns trigger language plpgsql as $$
begin
  insert into security_events (kind, tenant_id, subject, reason)
  select 'member', m.tenant_id, new.id::text, 'account_disabled' from memberships m where m.user_id = new.id;
  return null;
end $$;
create trigger users_disabling_told after update of status on users
  for each row when (old.status = 'active' and new.status <> 'active') execute function tell_account_disabled();

create function tell_membership_ended() returns trigger language plpgsql as $$
begin
  insert into security_events (kind, tenant_id, subject, reason)
  values ('member', old.tenant_id, old.user_id::text, 'membership_ended');
  return null;
end $$;
create trigger memberships_end_told after delete on memberships
  for each row execute function tell_membership_ended();

-- At the end of the transaction, since roles are replaced by deleting and inserting.
create function tell_role_taken() returns trigger language plpgsql as $$
begin
  insert into security_events (kind, tenant_id, subject, reason)
  select 'member', old.tenant_id, old.user_id::text, 'roles_reduced'
  where not exists (
    select from member_roles mr
    where mr.tenant_id = old.tenant_id and mr.user_id = old.user_id and mr.role_id = old.role_id);
  return null;
end $$;
create constraint trigger member_roles_taking_told after delete on member_roles
  deferrable initially deferred for each row execute function tell_role_taken();

-- One event for each holder; of a role that very many hold, one for the whole tenant, which costs the
-- others in it a refresh.
create function tell_role_reduced() returns trigger language plpgsql as $$
begin
  if (select count(*) from (
        select from member_roles where tenant_id = new.tenant_id and role_id = new.id limit 1001) held) > 1000 then
    insert into security_events (kind, tenant_id, subject, reason)
    values ('tenant', new.tenant_id, new.tenant_id::text, 'roles_reduced');
  else
    insert into security_events (kind, tenant_id, subject, reason)
    select 'member', new.tenant_id, mr.user_id::text, 'roles_reduced'
    from member_roles mr where mr.tenant_id = new.tenant_id and mr.role_id = new.id;
  end if;
  return null;
end $$;
create trigger roles_reduction_told after update of permissions on roles
  for each row when (not old.permissions <@ new.permissions) execute function tell_role_reduced();

create function tell_client_limited() returns trigger language plpgsql as $$
begin
  insert into security_events (kind, tenant_id, subject, reason)
  values ('client', old.tenant_id, old.client_id,
    case when tg_op = 'DELETE' then 'client_deleted'
         when new.status <> old.status then 'client_disabled' else 'client_limited' end);
  return null;
end $$;
create trigger clients_deletion_told after delete on clients
  for each row execute function tell_client_limited();
create trigger clients_limit_told after update of status, scopes, all_tenants on clients
  for each row when (
    old.status = 'active' and new.status <> 'active'
    or not old.scopes <@ new.scopes
    or old.all_tenants and not new.all_tenants
  ) execute function tell_client_limited();

-- With a client its row is gone before these are, and is told of by itself.
create function tell_secret_withdrawn() returns trigger language plpgsql as $$
begin
  insert into security_events (kind, tenant_id, subject, reason)
  select 'client', c.tenant_id, c.client_id, 'secret_withdrawn' from clients c where c.id = old.client_id;
  return null;
end $$;
create trigger client_secrets_withdrawal_told after delete on client_secrets
  for each row when (old.expires_at is null or old.expires_at > now()) execute function tell_secret_withdrawn();

create function tell_client_tenant_taken() returns trigger language plpgsql as $$
begin
  insert into security_events (kind, tenant_id, subject, reason)
  select 'client', c.tenant_id, c.client_id, 'client_limited' from clients c
  where c.id = old.client_id and not exists (
    select from client_tenants ct where ct.client_id = old.client_id and ct.tenant_id = old.tenant_id);
  return null;
end $$;
create constraint trigger client_tenants_taking_told after delete on client_tenants
  deferrable initially deferred for each row execute function tell_client_tenant_taken();

create function tell_tenant_suspended() returns trigger language plpgsql as $$
begin
  insert into security_events (kind, tenant_id, subject, reason)
  values ('tenant', new.id, new.id::text, 'tenant_suspended');
  return null;
end $$;
create trigger tenants_suspension_told after update of status on tenants
  for each row when (old.status = 'active' and new.status <> 'active') execute function tell_tenant_suspended();
