-- Why:   a second factor can be demanded: by a tenant of everybody who acts in it, by a role of who
--        holds it, by an application of who signs in to it.
-- Step:  widens. Nothing demands one before somebody says so, and earlier processes, which do not
--        ask, read and write as before.
-- Locks: short access exclusive on tenants, roles and clients; constant defaults, no rewrite.
alter table tenants add column requires_mfa boolean not null default false;
alter table roles add column requires_mfa boolean not null default false;
alter table clients
  add column requires_mfa boolean not null default false,
  -- Nobody signs in to a service.
  add constraint clients_mfa_of_spa check (type = 'SPA' or not requires_mfa);

-- Whether somebody who signs in to an application in a tenant needs a second factor. An application
-- that is left out demands none.
create function requires_mfa(of_tenant uuid, of_user uuid, of_client text) returns boolean language sql stable as $$
  select exists (select from tenants t where t.id = of_tenant and t.requires_mfa)
    or exists (select from clients c where c.client_id = of_client and c.requires_mfa)
    or exists (
      select from member_roles mr
      join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
      where mr.tenant_id = of_tenant and mr.user_id = of_user and r.requires_mfa)
$$;

-- Who verifies tokens by themselves refuses those that were issued before a second factor was demanded,
-- within seconds as with any other loss; whoever has one gets the next without being asked.
drop trigger roles_reduction_told on roles;
create trigger roles_reduction_told after update of permissions, requires_mfa on roles
  for each row when (
    not old.permissions <@ new.permissions or new.requires_mfa and not old.requires_mfa
  ) execute function tell_role_reduced();

drop trigger clients_limit_told on clients;
create trigger clients_limit_told after update of status, scopes, all_tenants, permissions, requires_mfa on clients
  for each row when (
    old.status = 'active' and new.status <> 'active'
    or not old.scopes <@ new.scopes
    or old.all_tenants and not new.all_tenants
    or new.requires_mfa and not old.requires_mfa
    -- To and from null (all but iam:*) is told though it may be more: that costs a refresh.
    or old.permissions is distinct from new.permissions
      and new.permissions is distinct from '{*}'
      and (old.permissions <@ new.permissions) is not true
  ) execute function tell_client_limited();

create or replace function tell_tenant_suspended() returns trigger language plpgsql as $$
begin
  insert into security_events (kind, tenant_id, subject, reason)
  values ('tenant', new.id, new.id::text,
    case when new.status <> old.status then 'tenant_suspended' else 'mfa_required' end);
  return null;
end $$;
drop trigger tenants_suspension_told on tenants;
create trigger tenants_suspension_told after update of status, requires_mfa on tenants
  for each row when (
    old.status = 'active' and new.status <> 'active' or new.requires_mfa and not old.requires_mfa
  ) execute function tell_tenant_suspended();
