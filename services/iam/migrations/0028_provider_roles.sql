-- Why:   the roles that a provider gives to people it brings were ids in an array, so a role could be
--        deleted under it and the provider went on naming nothing. Now the database refuses that.
-- Step:  expand. Earlier processes write the array alone; a trigger keeps the rows beside it.
-- Locks: SHARE ROW EXCLUSIVE on identity_providers and roles, for a moment; few rows are rewritten.
set local lock_timeout = '2s';

create table identity_provider_roles (
  tenant_id uuid not null,
  provider_id uuid not null,
  role_id uuid not null,
  constraint identity_provider_roles_pkey primary key (tenant_id, provider_id, role_id),
  constraint identity_provider_roles_provider foreign key (tenant_id, provider_id)
    references identity_providers (tenant_id, id) on delete cascade,
  constraint identity_provider_roles_role foreign key (tenant_id, role_id) references roles (tenant_id, id)
);
create index identity_provider_roles_by_role on identity_provider_roles (tenant_id, role_id);

-- What was deleted before is nobody's role any more.
update identity_providers p
set role_ids = array(select r.id from roles r where r.tenant_id = p.tenant_id and r.id = any (p.role_ids))
where cardinality(p.role_ids) > 0;

insert into identity_provider_roles (tenant_id, provider_id, role_id)
select distinct p.tenant_id, p.id, role_id from identity_providers p, unnest(p.role_ids) role_id;

create function keep_provider_roles() returns trigger language plpgsql as $$
begin
  delete from identity_provider_roles r
  where r.tenant_id = new.tenant_id and r.provider_id = new.id and r.role_id <> all (new.role_ids);
  insert into identity_provider_roles (tenant_id, provider_id, role_id)
  select new.tenant_id, new.id, role_id from unnest(new.role_ids) role_id
  on conflict do nothing;
  return null;
end
$$;
create trigger identity_providers_roles_kept after insert or update of role_ids on identity_providers
  for each row execute function keep_provider_roles();
