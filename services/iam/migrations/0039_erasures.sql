-- Why:   a person may ask to be forgotten (GDPR, article 17), and what they did stays proven. Names and
--        addresses in the audit get commitments: a block of the chain names the hash of a salt and the
--        value, so that value and salt can go and the row still verifies.
-- Step:  expand, but that an earlier process makes no more blocks of the chain, which has the names
--        themselves; the first process of this version goes on with it.
-- Locks: ACCESS EXCLUSIVE on audit_events and users for a moment; nothing is rewritten.
set local lock_timeout = '2s';

alter table audit_events
  -- Null: of before, and in blocks as it is; or gone with what it hid.
  add column address_salt uuid,
  add column details_salt uuid,
  -- Commitments to what was erased, by the name of the column.
  add column erased jsonb;
alter table audit_events
  alter column address_salt set default gen_random_uuid(),
  alter column details_salt set default gen_random_uuid();

create function refuse_names_in_blocks() returns trigger language plpgsql as $$
begin
  if new.columns && '{address,details}'::text[] then
    raise exception 'a block names commitments, not what may be erased' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger chain_blocks_name_commitments before insert on chain_blocks
  for each row execute function refuse_names_in_blocks();

create function audit_commitment(salt uuid, value text) returns text language sql immutable as $$
  select encode(sha256(convert_to(salt::text || '/' || value, 'UTF8')), 'base64')
$$;

-- The guard of 0029, but for one thing: what may be erased becomes its commitment, and nothing else changes.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
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

-- One for each person who is to be forgotten; kept, so that it is known that it was done.
create table erasures (
  id uuid primary key,
  number bigint not null generated always as identity,
  tenant_id uuid not null references tenants (id),
  user_id uuid not null references users (id),
  asked_by text not null,
  state text not null default 'WAITING',
  asked_at timestamptz(3) not null,
  -- Not before; until then it can be cancelled.
  due_at timestamptz(3) not null,
  begun_at timestamptz(3),
  -- How far the audit was looked through.
  audit_position uuid,
  -- When this service had forgotten them: from then on the others do.
  erased_at timestamptz(3),
  ended_at timestamptz(3),
  counts jsonb not null default '{}',
  constraint erasures_state_known check (state in ('WAITING', 'ERASING', 'DONE', 'CANCELLED')),
  constraint erasures_ended check ((state in ('DONE', 'CANCELLED')) = (ended_at is not null)),
  constraint erasures_begun check (state not in ('ERASING', 'DONE') or begun_at is not null),
  constraint erasures_done_here check (state <> 'DONE' or erased_at is not null)
);
create unique index erasures_one_each on erasures (user_id) where state <> 'CANCELLED';
create index erasures_open on erasures (number) where state in ('WAITING', 'ERASING');

-- What each service last said of it.
create table erasure_reports (
  erasure_id uuid not null references erasures (id),
  service text not null,
  -- HELD: not while this is so. READY: nothing is in the way. DONE: forgotten there.
  state text not null,
  -- What is in the way, or was kept, each with its reason.
  held jsonb not null default '[]',
  kept jsonb not null default '[]',
  counts jsonb not null default '{}',
  reported_at timestamptz(3) not null,
  constraint erasure_reports_pkey primary key (erasure_id, service),
  constraint erasure_reports_state_known check (state in ('HELD', 'READY', 'DONE'))
);

alter table users
  add column erased_at timestamptz(3),
  add constraint users_erased_stay_disabled check (erased_at is null or status = 'disabled') not valid;
alter table users validate constraint users_erased_stay_disabled;

-- The service itself may not change the audit: what it may do of it is this alone, of people who are
-- being forgotten.
create function erase_audit_rows(of_erasure uuid, ids uuid[], naming uuid[]) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed bigint;
begin
  update audit_events as a set
    address = case when p.address then null else a.address end,
    address_salt = case when p.address then null else a.address_salt end,
    details = case when p.details then '{"erased": true}' else a.details end,
    details_salt = case when p.details then null else a.details_salt end,
    erased = coalesce(a.erased, '{}')
      || case when p.address then jsonb_build_object('address', audit_commitment(a.address_salt, a.address)) else '{}' end
      || case when p.details then jsonb_build_object('details', audit_commitment(a.details_salt, a.details::text)) else '{}' end
  from (
    select r.id,
      e.user_id::text in (coalesce(r.actor_id, ''), coalesce(r.target_id, ''))
        and r.address is not null and r.address_salt is not null as address,
      r.id = any (naming) and r.details_salt is not null as details
    from erasures e join audit_events r on r.id = any (ids)
    where e.id = of_erasure and e.state = 'ERASING' and e.erased_at is null
  ) as p
  where a.id = p.id and (p.address or p.details);
  get diagnostics changed = row_count;
  return changed;
end
$$;
