-- Why:   a tenant may leave for good (GDPR, article 28(3)(g)). The owner of the database erases it, as the owner alone
--        migrates: the service, and who has taken it over, can only read that it was done.
-- Step:  expand. Earlier processes write no more of a tenant that is being erased than later ones.
-- Locks: SHARE ROW EXCLUSIVE on the tables that get a trigger, for a moment.
set local lock_timeout = '2s';

-- One for each tenant that is to be erased; kept, so that it is known that it was done. The chain of the audit names
-- each when it begins and when it ends.
create table tenant_erasures (
  erasure_id uuid not null,
  tenant_id uuid not null,
  -- Who, as the operator says it.
  asked_by text not null,
  asked_at timestamptz(3) not null,
  -- Not before; until it begins it can be cancelled.
  due_at timestamptz(3) not null,
  cancelled_at timestamptz(3),
  -- From then on nothing is written for the tenant.
  begun_at timestamptz(3),
  -- Rows that went, by table.
  counts jsonb not null default '{}',
  ended_at timestamptz(3),
  constraint tenant_erasures_pkey primary key (erasure_id),
  constraint tenant_erasures_begin_when_due check (begun_at >= due_at),
  constraint tenant_erasures_cancelled_before check (cancelled_at is null or begun_at is null),
  constraint tenant_erasures_ended_after check (ended_at is null or begun_at is not null)
);
create unique index tenant_erasures_one_each on tenant_erasures (tenant_id) where cancelled_at is null;

create function guard_tenant_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.ended_at is null and old.cancelled_at is null
      and (new.erasure_id, new.tenant_id, new.asked_by, new.asked_at, new.due_at)
        = (old.erasure_id, old.tenant_id, old.asked_by, old.asked_at, old.due_at)
      and (old.begun_at is null or new.begun_at = old.begun_at) then
      return new;
    end if;
  end if;
  raise exception 'the erasure of a tenant stays as it was begun' using errcode = 'insufficient_privilege';
end
$$;
create trigger tenant_erasures_guarded before update or delete on tenant_erasures
  for each row execute function guard_tenant_erasure();

-- What is under way may go, and nothing of anybody else.
create function is_being_erased(tenant uuid) returns boolean language sql stable as $$
  select exists (select from tenant_erasures e
    where e.tenant_id = tenant and e.cancelled_at is null and e.begun_at is not null and e.ended_at is null)
$$;

-- Rows of a tenant begin in these tables: what is in others refers to a row of one of them. `skip`: what is written of
-- several tenants by one statement, so that others do not suffer.
create function refuse_erased_tenant() returns trigger language plpgsql as $$
begin
  -- The transaction gets its number before it looks: the erasure waits for whoever had one when it began.
  perform pg_current_xact_id();
  if exists (select from tenant_erasures e where e.tenant_id = new.tenant_id and e.cancelled_at is null and e.begun_at is not null) then
    if tg_argv[0] = 'skip' then
      return null;
    end if;
    raise exception 'the tenant % was erased', new.tenant_id using errcode = '23T10';
  end if;
  return new;
end
$$;
create trigger clients_of_no_erased_tenant before insert on clients
  for each row execute function refuse_erased_tenant();
create trigger departments_of_no_erased_tenant before insert on departments
  for each row execute function refuse_erased_tenant();
create trigger erasures_of_no_erased_tenant before insert on erasures
  for each row execute function refuse_erased_tenant();
create trigger identity_providers_of_no_erased_tenant before insert on identity_providers
  for each row execute function refuse_erased_tenant();
create trigger invitations_of_no_erased_tenant before insert on invitations
  for each row execute function refuse_erased_tenant();
create trigger memberships_of_no_erased_tenant before insert on memberships
  for each row execute function refuse_erased_tenant();
create trigger roles_of_no_erased_tenant before insert on roles
  for each row execute function refuse_erased_tenant();
create trigger session_tenants_of_no_erased_tenant before insert on session_tenants
  for each row execute function refuse_erased_tenant();
create trigger tenant_branding_of_no_erased_tenant before insert on tenant_branding
  for each row execute function refuse_erased_tenant();
create trigger mails_of_no_erased_tenant before insert on mails
  for each row execute function refuse_erased_tenant();
-- What an account does is told to all of its tenants at once.
create trigger audit_events_of_no_erased_tenant before insert on audit_events
  for each row execute function refuse_erased_tenant('skip');

create function refuse_erased_tenant_back() returns trigger language plpgsql as $$
begin
  if is_being_erased(new.id) then
    raise exception 'the tenant % was erased', new.id using errcode = '23T10';
  end if;
  return new;
end
$$;
create trigger tenants_stay_suspended_while_erased before update of status on tenants
  for each row when (new.status = 'active') execute function refuse_erased_tenant_back();

-- The guard of 0039, but for the rows of a tenant that is being erased.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'audit_events' then
    if is_being_erased(old.tenant_id) then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_events' then
    if to_jsonb(new) - '{address,details,address_salt,details_salt,erased}'::text[]
        = to_jsonb(old) - '{address,details,address_salt,details_salt,erased}'::text[]
      and ((new.address, new.address_salt) is not distinct from (old.address, old.address_salt)
        or new.address is null and new.address_salt is null
          and new.erased ->> 'address' = audit_commitment(old.address_salt, old.address))
      and ((new.details, new.details_salt) is not distinct from (old.details, old.details_salt)
        or new.details = '{"erased": true}' and new.details_salt is null
          and new.erased ->> 'details' = audit_commitment(old.details_salt, old.details::text))
      and new.erased @> coalesce(old.erased, '{}') then
      return new;
    end if;
  end if;
  raise exception 'the audit is append-only' using errcode = 'insufficient_privilege';
end
$$;

-- As before, but that a tenant which is being erased needs no administrator.
create or replace function keep_administrator(of_tenant uuid, only_adds boolean) returns void language plpgsql as $$
begin
  if of_tenant is not null and is_being_erased(of_tenant) then
    return;
  end if;
  if only_adds and exists (select from administered where tenant_id is not distinct from of_tenant) then
    return;
  end if;
  perform take_turn(coalesce(of_tenant, '00000000-0000-0000-0000-000000000000'), true);
  if has_administrator(of_tenant) then
    insert into administered (tenant_id) values (of_tenant) on conflict do nothing;
  elsif exists (select from administered where tenant_id is not distinct from of_tenant) then
    raise exception 'the last administrator cannot be taken away'
      using errcode = 'check_violation', constraint = 'last_administrator';
  end if;
end $$;
