-- Why:   what is stored moves from one source to another while it is read, and nothing old goes before
--        somebody says so.
-- Step:  expand. KEPT joins the states of an object: a copy that nothing needs, kept until it is released.
-- Locks: ACCESS EXCLUSIVE on storage_objects for a moment; the index is built while nobody writes
--        objects, one entry per stored object.
set local lock_timeout = '2s';

create table source_migrations (
  tenant_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  status text not null,
  revision integer not null default 1,
  created_by text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  released_at timestamptz(3),
  constraint source_migrations_pkey primary key (tenant_id, id),
  constraint source_migrations_source foreign key (tenant_id, source_id)
    references storage_sources (tenant_id, id),
  constraint source_migrations_target foreign key (tenant_id, target_id)
    references storage_sources (tenant_id, id),
  constraint source_migrations_goes_elsewhere check (source_id <> target_id),
  constraint source_migrations_status_known
    check (status in ('RUNNING', 'DONE', 'INCOMPLETE', 'RELEASED')),
  constraint source_migrations_released_has_time
    check ((status = 'RELEASED') = (released_at is not null))
);
-- One way out of a source at a time: two would take objects from each other.
create unique index source_migrations_one_at_work on source_migrations (tenant_id, source_id)
  where status <> 'RELEASED';
create index source_migrations_running on source_migrations (created_at) where status = 'RUNNING';

-- One row per object of a migration. `copy_id` is the object's second row in storage_objects: the copy
-- that is being made, and after the switch, which exchanges places, the old one that is kept.
create table object_copies (
  tenant_id uuid not null,
  migration_id uuid not null,
  object_id uuid not null,
  copy_id uuid not null,
  status text not null,
  size_bytes bigint not null,
  copied_bytes bigint not null default 0,
  attempts integer not null default 0,
  failure text,
  -- Who copies now, and until when it may be silent.
  worker_id uuid,
  worker_until timestamptz(3),
  tried_at timestamptz(3) not null,
  constraint object_copies_pkey primary key (tenant_id, migration_id, object_id),
  constraint object_copies_migration foreign key (tenant_id, migration_id)
    references source_migrations (tenant_id, id),
  constraint object_copies_object foreign key (tenant_id, object_id)
    references storage_objects (tenant_id, id),
  constraint object_copies_copy foreign key (tenant_id, copy_id)
    references storage_objects (tenant_id, id),
  constraint object_copies_copy_unique unique (tenant_id, copy_id),
  constraint object_copies_status_known
    check (status in ('COPYING', 'SWITCHED', 'FAILED', 'GONE', 'RELEASED')),
  constraint object_copies_copied_within_size check (copied_bytes between 0 and size_bytes),
  constraint object_copies_failed_says_why check ((status = 'FAILED') = (failure is not null))
);
create unique index object_copies_one_at_work on object_copies (tenant_id, object_id)
  where status in ('COPYING', 'FAILED');
create index object_copies_object on object_copies (tenant_id, object_id);
create index object_copies_open on object_copies (tenant_id, migration_id, tried_at)
  where status = 'COPYING';

alter table storage_objects drop constraint storage_objects_status_known;
alter table storage_objects add constraint storage_objects_status_known
  check (status in ('PENDING', 'STORED', 'KEPT', 'DELETING', 'DELETED')) not valid;
create index storage_objects_stored on storage_objects (tenant_id, source_id, id)
  where status = 'STORED';
