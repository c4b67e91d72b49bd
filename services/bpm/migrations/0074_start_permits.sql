-- Why:   an owning application says who may start what, in approvals of types that ask for its permit.
-- Step:  expand. Old code ignores the column and the table; types registered before stay open.
-- Locks: ACCESS EXCLUSIVE on biz_type_versions for a moment; the default is a constant, so no rewrite;
--        its rows are scanned for the check, a few for each tenant.
set local lock_timeout = '2s';

alter table biz_type_versions add column start text not null default 'open';
alter table biz_type_versions
  add constraint biz_type_versions_start_known check (start in ('open', 'permit'));

-- The permit itself is a secret of whoever carries it: only its hash is here.
create table start_permits (
  tenant_id uuid not null,
  permit_hash bytea not null,
  biz_type text not null,
  initiator_id uuid not null,
  biz_id text not null,
  content_hash bytea not null,
  expires_at timestamptz(3) not null,
  -- What was started with it; null: it is still good.
  instance_id uuid,
  created_at timestamptz(3) not null,
  constraint start_permits_pkey primary key (tenant_id, permit_hash),
  constraint start_permits_of_biz_type foreign key (tenant_id, biz_type)
    references biz_types (tenant_id, code),
  -- One start, one permit: deferred, since a start writes its instance after it has used the permit.
  constraint start_permits_of_instance foreign key (tenant_id, instance_id)
    references process_instances (tenant_id, id) deferrable initially deferred,
  constraint start_permits_one_per_instance unique (tenant_id, instance_id),
  constraint start_permits_hash_sizes
    check (octet_length(permit_hash) = 32 and octet_length(content_hash) = 32)
);

create index start_permits_by_expiry on start_permits (expires_at);
create index start_permits_by_biz_type on start_permits (tenant_id, biz_type);
