-- Why:   documents, their versions and who may do what with them.
-- Step:  new tables.
-- Locks: none; nothing reads them yet.

create table folders (
  tenant_id uuid not null,
  id uuid not null,
  parent_id uuid,
  name text not null,
  owner_id text not null,
  inherit boolean not null default true,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint folders_pkey primary key (tenant_id, id),
  constraint folders_parent foreign key (tenant_id, parent_id) references folders (tenant_id, id),
  constraint folders_not_own_parent check (parent_id <> id),
  constraint folders_name_unique unique nulls not distinct (tenant_id, parent_id, name)
);

create table documents (
  tenant_id uuid not null,
  id uuid not null,
  folder_id uuid,
  title text not null,
  tags text[] not null,
  status text not null,
  owner_id text not null,
  inherit boolean not null default true,
  current_version_id uuid,
  last_version_no integer not null,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  trashed_at timestamptz(3),
  constraint documents_pkey primary key (tenant_id, id),
  constraint documents_folder foreign key (tenant_id, folder_id)
    references folders (tenant_id, id),
  constraint documents_status_known check (status in ('ACTIVE', 'TRASHED')),
  constraint documents_trashed_has_time check ((status = 'TRASHED') = (trashed_at is not null))
);
create unique index documents_id on documents (id);
create index documents_folder on documents (tenant_id, folder_id);
create index documents_owner on documents (tenant_id, owner_id, id);
create index documents_tags on documents using gin (tags);

create table document_versions (
  tenant_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  version_no integer not null,
  object_id uuid not null,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  status text not null,
  scan_status text not null,
  revision integer not null default 1,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint document_versions_pkey primary key (tenant_id, id),
  constraint document_versions_document foreign key (tenant_id, document_id)
    references documents (tenant_id, id),
  constraint document_versions_object foreign key (tenant_id, object_id)
    references storage_objects (tenant_id, id),
  constraint document_versions_object_unique unique (tenant_id, object_id),
  constraint document_versions_no_unique unique (tenant_id, document_id, version_no),
  constraint document_versions_no_positive check (version_no > 0),
  constraint document_versions_status_known check (status in
    ('DRAFT', 'IN_APPROVAL', 'RETURNED', 'APPROVED', 'REJECTED', 'PUBLISHED', 'ARCHIVED')),
  constraint document_versions_scan_known
    check (scan_status in ('PENDING', 'CLEAN', 'INFECTED', 'NOT_SCANNED')),
  constraint document_versions_hash_is_sha256 check (octet_length(sha256) = 32)
);
alter table documents add constraint documents_current_version
  foreign key (tenant_id, current_version_id) references document_versions (tenant_id, id);

create table document_locks (
  tenant_id uuid not null,
  document_id uuid not null,
  holder_id text not null,
  reason text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  constraint document_locks_pkey primary key (tenant_id, document_id),
  constraint document_locks_document foreign key (tenant_id, document_id)
    references documents (tenant_id, id)
);

create table document_references (
  tenant_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  application text not null,
  type text not null,
  ref_id text not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  constraint document_references_pkey primary key (tenant_id, id),
  constraint document_references_document foreign key (tenant_id, document_id)
    references documents (tenant_id, id),
  constraint document_references_unique unique (tenant_id, document_id, application, type, ref_id)
);

-- `principal`: user:<id>, role:<id>, department:<id> or public.
create table acl_entries (
  tenant_id uuid not null,
  resource_kind text not null,
  resource_id uuid not null,
  principal text not null,
  allow text[] not null,
  deny text[] not null,
  constraint acl_entries_pkey primary key (tenant_id, resource_kind, resource_id, principal),
  constraint acl_entries_kind_known check (resource_kind in ('document', 'folder')),
  constraint acl_entries_principal_shape check (principal ~ '^(public|(user|role|department):.+)$'),
  constraint acl_entries_rights_known check (
    allow <@ array['read', 'download', 'write', 'manage']
    and deny <@ array['read', 'download', 'write', 'manage']
  )
);
create index acl_entries_principal on acl_entries (tenant_id, principal, resource_kind, resource_id);
