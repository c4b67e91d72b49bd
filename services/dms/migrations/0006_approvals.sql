-- Why:   a version under approval stays as it is, whatever becomes of the call to the workflow service.
-- Step:  new tables.
-- Locks: none; nothing reads them yet.

create table approval_bindings (
  tenant_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  initiator_id text not null,
  -- Key of the request to this service, and of the start in the workflow service.
  request_key text not null,
  request_hash bytea not null,
  status text not null,
  -- What was asked of the workflow service last, and with which bytes and key.
  operation text not null,
  operation_key text not null,
  operation_body text not null,
  -- Until then the process that called may still be waiting for the answer.
  call_until timestamptz(3) not null,
  check_after timestamptz(3) not null,
  checks integer not null default 0,
  instance_id uuid,
  round integer,
  refusal jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  closed_at timestamptz(3),
  constraint approval_bindings_pkey primary key (tenant_id, id),
  constraint approval_bindings_document foreign key (tenant_id, document_id)
    references documents (tenant_id, id),
  constraint approval_bindings_version foreign key (tenant_id, version_id)
    references document_versions (tenant_id, id),
  constraint approval_bindings_one_per_key unique (tenant_id, initiator_id, request_key),
  constraint approval_bindings_status_known
    check (status in ('REQUESTED', 'BOUND', 'UNKNOWN', 'FAILED', 'CLOSED')),
  constraint approval_bindings_operation_known check (operation in ('START', 'RESUBMIT')),
  constraint approval_bindings_bound_has_instance
    check (status not in ('BOUND', 'CLOSED') or instance_id is not null),
  constraint approval_bindings_resubmit_has_instance
    check (operation <> 'RESUBMIT' or instance_id is not null)
);
create unique index approval_bindings_one_open on approval_bindings (tenant_id, document_id)
  where status in ('REQUESTED', 'BOUND', 'UNKNOWN');
create unique index approval_bindings_instance on approval_bindings (tenant_id, instance_id);
create index approval_bindings_to_resolve on approval_bindings (check_after)
  where status in ('REQUESTED', 'UNKNOWN');

create table biz_type_registrations (
  tenant_id uuid not null,
  content_hash bytea not null,
  registered_at timestamptz(3) not null,
  constraint biz_type_registrations_pkey primary key (tenant_id)
);
