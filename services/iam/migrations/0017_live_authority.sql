-- Why:   of a demotion and what the demoted does one is first; a tenant, and the platform, that has
--        an administrator keeps one, whatever changes roles, members or accounts; a role that people
--        hold is not deleted under them.
-- Step:  narrows: an earlier process that deletes a role in use, or takes the last administrator
--        away, gets an error of the database and answers 500.
-- Locks: short exclusive ones on member_roles, roles, users and tenants for the triggers; the foreign
--        key is checked by one pass over member_roles that lets reads and writes go on.

-- Turns in a tenant or of an account: alone, or shared. They end with the transaction.
create function take_turn(of_id uuid, alone boolean) returns void language plpgsql as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended(of_id::text, 17));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended(of_id::text, 17));
  end if;
end $$;

alter table member_roles drop constraint member_roles_role;
alter table member_roles
  add constraint member_roles_role foreign key (tenant_id, role_id) references roles (tenant_id, id) not valid;
alter table member_roles validate constraint member_roles_role;

-- What has had an administrator, and so keeps one: a tenant, or (null) the platform.
create table administered (
  tenant_id uuid references tenants (id) on delete cascade,
  constraint administered_once unique nulls not distinct (tenant_id)
);

-- Whether somebody who can act holds the permissions of services/iam/src/core/administrators.ts: in
-- the tenant, or (null) for the platform in any tenant that is active.
create function has_administrator(of_tenant uuid) returns boolean language sql stable as $$
  select exists (
    select from roles r
    join tenants t on t.id = r.tenant_id
    join member_roles mr on mr.tenant_id = r.tenant_id and mr.role_id = r.id
    join users u on u.id = mr.user_id and u.status = 'active'
    where (r.tenant_id = of_tenant and r.permissions @> '{iam:role:write}'
        or of_tenant is null and t.status = 'active' and r.permissions @> '{iam:tenant:write}')
      and not exists (
        select from unnest('{iam:member:write,iam:role:write,iam:user:write}'::text[]) needed
        where not exists (
          select from member_roles mo
          join roles ro on ro.tenant_id = mo.tenant_id and ro.id = mo.role_id
          where mo.tenant_id = mr.tenant_id and mo.user_id = mr.user_id and needed = any (ro.permissions))))
$$;

-- Refuses what leaves a tenant or the platform without the administrator that it had. Called at the
-- end of a transaction; those that take one away take turns, so the later one sees the earlier.
create function keep_administrator(of_tenant uuid, only_adds boolean) returns void language plpgsql as $$
begin
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

-- The platform is concerned by what happens in tenants with a role that reaches past them.
create function keep_administrators(of_tenant uuid, permissions text[], only_adds boolean) returns void language plpgsql as $$
begin
  if not permissions && '{iam:member:write,iam:role:write,iam:user:write,iam:tenant:write}' then
    return;
  end if;
  perform keep_administrator(of_tenant, only_adds);
  if permissions @> '{iam:tenant:write}' or exists (
    select from roles r where r.tenant_id = of_tenant and r.permissions @> '{iam:tenant:write}') then
    perform keep_administrator(null, only_adds);
  end if;
end $$;

create function guard_member_role() returns trigger language plpgsql as $$
declare
  adds boolean := tg_op = 'INSERT';
  changed member_roles;
  given text[];
begin
  if adds then changed := new; else changed := old; end if;
  select permissions into given from roles where tenant_id = changed.tenant_id and id = changed.role_id;
  -- A role that is gone may have given anything.
  perform keep_administrators(changed.tenant_id, coalesce(given, '{iam:tenant:write}'), adds);
  return null;
end $$;

create function guard_role() returns trigger language plpgsql as $$
begin
  perform keep_administrators(old.tenant_id, old.permissions || new.permissions, new.permissions @> old.permissions);
  return null;
end $$;

create function guard_account() returns trigger language plpgsql as $$
declare
  of_tenant uuid;
begin
  for of_tenant in select tenant_id from memberships where user_id = new.id order by tenant_id loop
    perform keep_administrators(of_tenant, '{iam:role:write}', new.status = 'active');
  end loop;
  return null;
end $$;

create function guard_tenant() returns trigger language plpgsql as $$
begin
  perform keep_administrator(null, new.status = 'active');
  return null;
end $$;

create constraint trigger member_roles_keep_administrator after insert or delete on member_roles
  deferrable initially deferred for each row execute function guard_member_role();
create constraint trigger roles_keep_administrator after update on roles
  deferrable initially deferred for each row when (old.permissions is distinct from new.permissions)
  execute function guard_role();
create constraint trigger users_keep_administrator after update on users
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function guard_account();
create constraint trigger tenants_keep_administrator after update on tenants
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function guard_tenant();

insert into administered (tenant_id) select id from tenants where has_administrator(id);
insert into administered (tenant_id) select null where has_administrator(null);
