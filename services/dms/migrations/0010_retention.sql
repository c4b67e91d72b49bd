-- Why:   some documents must not be deleted: for a time by rule, or as long as a case is open.
-- Step:  new tables. A hold that is not released keeps its document by the foreign key as well.
-- Locks: SHARE ROW EXCLUSIVE on documents for a moment, for the foreign key.
set local lock_timeout = '2s';

create table legal_holds (
  tenant_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  reason text not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  released_by text,
  released_at timestamptz(3),
  constraint legal_holds_pkey primary key (tenant_id, id),
  constraint legal_holds_document foreign key (tenant_id, document_id)
    references documents (tenant_id, id),
  constraint legal_holds_release_is_whole check ((released_at is null) = (released_by is null))
);
create index legal_holds_document on legal_holds (tenant_id, document_id, id);

-- `tag` null: all documents of the tenant.
create table retention_policies (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  tag text,
  keep_days integer not null,
  purge_trash_after_days integer,
  created_by text not null,
  created_at timestamptz(3) not null,
  constraint retention_policies_pkey primary key (tenant_id, id),
  constraint retention_policies_name_unique unique (tenant_id, name),
  constraint retention_policies_days_in_range
    check (keep_days between 0 and 36500 and purge_trash_after_days between 0 and 36500)
);
create index documents_trashed on documents (tenant_id, trashed_at) where status = 'TRASHED';
