-- Why:   whoever has to decide about a document reads what was attached to its approval as well.
-- Step:  new table.
-- Locks: none; nothing reads it yet.

create table approval_attachments (
  tenant_id uuid not null,
  version_id uuid not null,
  binding_id uuid not null,
  attached_by text not null,
  attached_at timestamptz(3) not null,
  -- Finds by which approvals a version is read; deleting the version takes it along.
  constraint approval_attachments_pkey primary key (tenant_id, version_id, binding_id),
  constraint approval_attachments_version foreign key (tenant_id, version_id)
    references document_versions (tenant_id, id) on delete cascade,
  constraint approval_attachments_binding foreign key (tenant_id, binding_id)
    references approval_bindings (tenant_id, id)
);

-- For the reference alone.
create index approval_attachments_binding on approval_attachments (tenant_id, binding_id);
