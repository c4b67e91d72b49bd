-- Why:   erase_audit_rows took the word of its caller for which details name the person, so the role of the service
--        could hide details of anybody; and it could write an erasure that nobody had begun. Now the function judges
--        each row itself, and an erasure begins as the rules say, with its entry in the audit, or not at all.
-- Step:  expand. Earlier processes name the rows that they judged alike.
-- Locks: SHARE ROW EXCLUSIVE on erasures for a moment.
set local lock_timeout = '2s';

-- Whether a document has members with the username of an account, which is nobody else's, or with its address. Of a
-- display name there may be several people. No address is no match: `null` would be equal to every null.
create function names_account(document jsonb, account_username text, account_email text) returns boolean
  language sql immutable as $$
  select coalesce(jsonb_path_exists(document,
    '$.** ? (@.username == $username || @.answeringUsername == $username
      || ($email != null && @.email == $email))',
    jsonb_build_object('username', account_username, 'email', account_email)), false)
$$;

-- Whether details about an account say what it was called, or what its owner called a passkey.
create function tells_names(details jsonb) returns boolean language sql immutable as $$
  select jsonb_path_exists(details,
    '$.** ? (exists (@.username) || exists (@.displayName) || exists (@.email)
      || exists (@.subject) || exists (@.post) || exists (@.externalId) || exists (@.external_id)
      || exists (@.display_name))') or details ? 'name'
$$;

-- Which of some rows an erasure that is under way may change, and what of them. A row is the person's by their id, in
-- whatever tenant. Details about somebody or something else count where they name the person: by an address
-- that is not proven, and may be somebody else's in another tenant, only in tenants of the person. The address of a
-- row is its actor's: of what others did to the person it is not theirs.
create function audit_rows_to_erase(of_erasure uuid, ids uuid[])
  returns table (id uuid, address boolean, details boolean) language sql stable as $$
  select r.id,
    p.id in (coalesce(r.actor_id, ''), coalesce(r.target_id, '')) and coalesce(r.actor_id, p.id) = p.id,
    coalesce(r.target_id = p.id, false) and tells_names(r.details)
      or names_account(r.details, p.username, case when p.proven or r.tenant_id is null
        or r.tenant_id = p.tenant_id or exists (
          select from memberships m where m.tenant_id = r.tenant_id and m.user_id = p.user_id)
        then p.email end)
  from (
    select e.user_id::text as id, e.user_id, e.tenant_id, u.username, u.email,
      u.email_verified_at is not null as proven
    from erasures e join users u on u.id = e.user_id
    where e.id = of_erasure and e.state = 'ERASING' and e.erased_at is null
  ) as p join audit_events r on r.id = any (ids)
$$;

-- As before, but for the judgement. `naming` is what earlier processes found, and is not relied on.
create or replace function erase_audit_rows(of_erasure uuid, ids uuid[], naming uuid[]) returns bigint
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
    select r.id, t.address and r.address is not null and r.address_salt is not null as address,
      t.details and r.details_salt is not null as details
    from audit_rows_to_erase(of_erasure, ids) as t join audit_events r on r.id = t.id
  ) as p
  where a.id = p.id and (p.address or p.details);
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- What the service may do to an erasure: ask, begin when its time has come, end, and have the others do it again.
create function guard_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.state, new.begun_at, new.erased_at) is not distinct from ('WAITING', null::timestamptz, null::timestamptz) then
      return new;
    end if;
  elsif (new.id, new.tenant_id, new.user_id) = (old.id, old.tenant_id, old.user_id)
    and (old.erased_at is null or new.erased_at = old.erased_at)
    and (new.state = old.state
      or (old.state, new.state) in (('WAITING', 'CANCELLED'), ('ERASING', 'DONE'), ('DONE', 'ERASING'))
      or (old.state, new.state) = ('WAITING', 'ERASING') and new.begun_at >= new.due_at
        and exists (select from users u where u.id = new.user_id and u.status = 'disabled')) then
    return new;
  end if;
  raise exception 'an erasure is asked for, waits, and begins when its account is disabled'
    using errcode = 'insufficient_privilege';
end
$$;
create trigger erasures_guarded before insert or update on erasures
  for each row execute function guard_erasure();

-- The audit tells what nobody can take out of it again: who was erased, before anything of them goes.
create function check_erasure_told() returns trigger language plpgsql as $$
begin
  if not exists (
    select from audit_events a
    where a.changed = pg_current_xact_id() and a.action = 'erasure.begun' and a.outcome = 'success'
      and a.tenant_id = new.tenant_id and a.target_id = new.user_id::text) then
    raise exception 'an erasure begins with its entry in the audit' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
create constraint trigger erasures_begin_told after update on erasures deferrable initially deferred
  for each row when (old.state = 'WAITING' and new.state = 'ERASING') execute function check_erasure_told();
