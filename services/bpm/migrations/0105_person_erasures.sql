-- Why:   a person may ask to be forgotten (GDPR, article 17), and what they decided stays proven. Names in
--        the log of approvals get commitments: a block of the chain names the hash of a salt and the
--        name, so that name and salt can go and the row still verifies.
-- Step:  expand, but that an earlier process makes no more blocks of the chain, which has the names
--        themselves; the first process of this version goes on with it.
-- Locks: ACCESS EXCLUSIVE on instance_actions for a moment; nothing is rewritten.
set local lock_timeout = '2s';

alter table instance_actions
  -- Null: of before, and in blocks by its names; or gone with what it hid.
  add column actor_name_salt uuid,
  add column on_behalf_of_name_salt uuid,
  -- Commitments to what was erased, by the name of the column.
  add column erased jsonb;
alter table instance_actions
  alter column actor_name_salt set default gen_random_uuid(),
  alter column on_behalf_of_name_salt set default gen_random_uuid();

create function refuse_names_in_blocks() returns trigger language plpgsql as $$
begin
  if new.columns && '{actor_name,on_behalf_of_name}'::text[] then
    raise exception 'a block names commitments, not what may be erased' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger chain_blocks_name_commitments before insert on chain_blocks
  for each row execute function refuse_names_in_blocks();

create function log_commitment(salt uuid, value text) returns text language sql immutable as $$
  select encode(sha256(convert_to(salt::text || '/' || value, 'UTF8')), 'base64')
$$;
-- As `pseudonymOf` of the contracts.
create function pseudonym_of(person text) returns text language sql immutable as $$
  select 'former user ' || right(person, 12)
$$;

-- The guard of 0070, but for one thing: a name becomes the pseudonym of its person, its commitment stays,
-- and nothing else changes.
create or replace function refuse_log_change() returns trigger language plpgsql as $$
declare
  erasable text[] := '{actor_name,on_behalf_of_name,actor_name_salt,on_behalf_of_name_salt,erased}';
begin
  if tg_op = 'UPDATE' and tg_table_name = 'instance_actions' then
    if to_jsonb(new) - erasable = to_jsonb(old) - erasable
      and ((new.actor_name, new.actor_name_salt) is not distinct from (old.actor_name, old.actor_name_salt)
        or new.actor_name = pseudonym_of(new.actor_id) and new.actor_name_salt is null
          and new.erased ->> 'actor_name' = log_commitment(old.actor_name_salt, old.actor_name))
      and ((new.on_behalf_of_name, new.on_behalf_of_name_salt)
          is not distinct from (old.on_behalf_of_name, old.on_behalf_of_name_salt)
        or new.on_behalf_of_name = pseudonym_of(new.on_behalf_of_id::text) and new.on_behalf_of_name_salt is null
          and new.erased ->> 'on_behalf_of_name' = log_commitment(old.on_behalf_of_name_salt, old.on_behalf_of_name))
      and new.erased @> coalesce(old.erased, '{}') then
      return new;
    end if;
  end if;
  raise exception 'the log is append-only' using errcode = 'insufficient_privilege';
end
$$;

-- How far the erasure of a person is here; kept, so that it is known that it was done.
create table person_erasures (
  id uuid primary key,
  user_id uuid not null,
  pseudonym text not null,
  position jsonb not null default '{"table": 0, "after": null, "changed": 0}',
  counts jsonb not null default '{}',
  done_at timestamptz(3)
);

-- The service itself may not change the log: what it may do of it is this alone, of people who are being
-- forgotten. `keys`: tenant, instance and number of each row, as text. `kept`: rows that are in blocks by
-- their names.
create function erase_log_names(of_erasure uuid, keys jsonb, out changed bigint, out kept bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with person as (
    select user_id::text as id, pseudonym_of(user_id::text) as name
    from person_erasures where id = of_erasure and done_at is null
  ), named as (
    select a.tenant_id, a.instance_id, a.sequence,
      a.actor_id = person.id and a.actor_name <> person.name as as_actor,
      coalesce(a.on_behalf_of_id::text = person.id and a.on_behalf_of_name <> person.name, false) as as_owner
    from person, jsonb_array_elements(keys) as key
    join instance_actions a on a.tenant_id = (key ->> 0)::uuid and a.instance_id = (key ->> 1)::uuid
      and a.sequence = (key ->> 2)::integer
  ), done as (
    update instance_actions a set
      actor_name = case when n.as_actor and a.actor_name_salt is not null
        then pseudonym_of(a.actor_id) else a.actor_name end,
      actor_name_salt = case when n.as_actor then null else a.actor_name_salt end,
      on_behalf_of_name = case when n.as_owner and a.on_behalf_of_name_salt is not null
        then pseudonym_of(a.on_behalf_of_id::text) else a.on_behalf_of_name end,
      on_behalf_of_name_salt = case when n.as_owner then null else a.on_behalf_of_name_salt end,
      erased = coalesce(a.erased, '{}')
        || case when n.as_actor and a.actor_name_salt is not null then jsonb_build_object(
            'actor_name', log_commitment(a.actor_name_salt, a.actor_name)) else '{}' end
        || case when n.as_owner and a.on_behalf_of_name_salt is not null then jsonb_build_object(
            'on_behalf_of_name', log_commitment(a.on_behalf_of_name_salt, a.on_behalf_of_name)) else '{}' end
    from named n
    where (a.tenant_id, a.instance_id, a.sequence) = (n.tenant_id, n.instance_id, n.sequence)
      and (n.as_actor and a.actor_name_salt is not null or n.as_owner and a.on_behalf_of_name_salt is not null)
    returning 1
  )
  select (select count(*) from done),
    (select count(*) from named n
      join instance_actions a on (a.tenant_id, a.instance_id, a.sequence) = (n.tenant_id, n.instance_id, n.sequence)
      where n.as_actor and a.actor_name_salt is null or n.as_owner and a.on_behalf_of_name_salt is null)
  into changed, kept;
end
$$;
