-- Why:   files arrive in steps, and any step may be the last before a crash.
-- Step:  new table.
-- Locks: none; nothing reads it yet.

create table uploads (
  tenant_id uuid not null,
  id uuid not null,
  owner_id text not null,
  object_id uuid not null,
  status text not null,
  file_name text not null,
  title text,
  folder_id uuid,
  document_id uuid,
  tags text[] not null,
  declared_type text,
  declared_sha256 bytea,
  size_bytes bigint not null,
  received_bytes bigint not null default 0,
  -- Computed while the bytes came; null when they came in several requests.
  sha256 bytea,
  -- From here on the bytes cannot be replaced: they are being made an object.
  sealed_at timestamptz(3),
  -- Who sends now, and until when it may be silent.
  sender_id uuid,
  sender_until timestamptz(3),
  failure_code text,
  answer jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint uploads_pkey primary key (tenant_id, id),
  constraint uploads_object foreign key (tenant_id, object_id)
    references storage_objects (tenant_id, id),
  constraint uploads_document foreign key (tenant_id, document_id)
    references documents (tenant_id, id) on delete cascade,
  constraint uploads_folder foreign key (tenant_id, folder_id)
    references folders (tenant_id, id) on delete set null (folder_id),
  constraint uploads_status_known check (status in
    ('INITIATED', 'RECEIVING', 'RECEIVED', 'COMPLETED', 'FAILED', 'ABORTED', 'EXPIRED')),
  constraint uploads_received_within_size check (received_bytes between 0 and size_bytes),
  constraint uploads_completed_has_answer check ((status = 'COMPLETED') = (answer is not null)),
  constraint uploads_failed_has_code check ((status = 'FAILED') = (failure_code is not null))
);
create index uploads_owner on uploads (tenant_id, owner_id, id);
create index uploads_to_expire on uploads (expires_at)
  where status in ('INITIATED', 'RECEIVING', 'RECEIVED');
