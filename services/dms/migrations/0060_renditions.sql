-- Why:   previews, thumbnails and the text of files are made once per object, by workers that share
--        the work; documents are found by their words; some may look only at marked pages.
-- Step:  new tables. What is stored already is put in the queue.
-- Locks: SHARE ROW EXCLUSIVE on storage_objects and documents for a moment, for the foreign keys;
--        ACCESS EXCLUSIVE for a moment on acl_entries, whose new column has a constant default.
set local lock_timeout = '2s';

create table rendition_jobs (
  tenant_id uuid not null,
  object_id uuid not null,
  attempts integer not null default 0,
  run_after timestamptz(3) not null default now(),
  done_at timestamptz(3),
  constraint rendition_jobs_pkey primary key (tenant_id, object_id),
  constraint rendition_jobs_object foreign key (tenant_id, object_id)
    references storage_objects (tenant_id, id)
);
create index rendition_jobs_due on rendition_jobs (run_after) where done_at is null;
insert into rendition_jobs (tenant_id, object_id)
select tenant_id, object_id from document_versions where restored_from is null;

-- `stored_id` null in a ready preview: the file itself is what is shown.
create table renditions (
  tenant_id uuid not null,
  object_id uuid not null,
  kind text not null,
  status text not null,
  reason text,
  stored_id uuid,
  content_type text,
  size_bytes bigint,
  sha256 bytea,
  page_count integer,
  created_at timestamptz(3) not null,
  constraint renditions_pkey primary key (tenant_id, object_id, kind),
  constraint renditions_job foreign key (tenant_id, object_id)
    references rendition_jobs (tenant_id, object_id) on delete cascade,
  constraint renditions_stored foreign key (tenant_id, stored_id)
    references storage_objects (tenant_id, id),
  constraint renditions_kind_known check (kind in ('preview', 'thumbnail', 'text')),
  constraint renditions_status_known
    check (status in ('READY', 'FAILED', 'UNSUPPORTED', 'TOOL_MISSING')),
  constraint renditions_ready_has_type check (status <> 'READY' or content_type is not null),
  constraint renditions_type_is_harmless check
    (content_type in ('image/png', 'image/webp', 'text/plain', 'application/pdf') or stored_id is null),
  constraint renditions_stored_is_whole
    check (stored_id is null or (size_bytes is not null and octet_length(sha256) = 32))
);
create index renditions_waiting_for_tools on renditions (reason) where status = 'TOOL_MISSING';

create table object_texts (
  tenant_id uuid not null,
  object_id uuid not null,
  body text not null,
  is_truncated boolean not null,
  terms tsvector not null,
  constraint object_texts_pkey primary key (tenant_id, object_id),
  constraint object_texts_job foreign key (tenant_id, object_id)
    references rendition_jobs (tenant_id, object_id) on delete cascade
);

-- Words of title, tags, file name and text of the current version. Made by the service and not by a
-- text search configuration: words of languages without spaces, and any locale of the database.
create table document_terms (
  tenant_id uuid not null,
  document_id uuid not null,
  terms tsvector not null,
  constraint document_terms_pkey primary key (tenant_id, document_id),
  constraint document_terms_document foreign key (tenant_id, document_id)
    references documents (tenant_id, id) on delete cascade
);
create index document_terms_terms on document_terms using gin (terms);

alter table acl_entries add column watermark boolean not null default false;
alter table acl_entries add constraint acl_entries_watermark_only_reads
  check (not watermark or allow <@ array['read']) not valid;
