-- Why:   a large file arrives over several connections at once, its parts in any order.
-- Step:  expand. A session is either by parts or by content, from its first byte on.
-- Locks: ACCESS EXCLUSIVE on uploads for a moment; the new column has a constant default.
set local lock_timeout = '2s';

alter table uploads add column by_parts boolean not null default false;

create table upload_parts (
  tenant_id uuid not null,
  upload_id uuid not null,
  part_number integer not null,
  size_bytes bigint not null,
  -- Who sends it now, and until when it may be silent.
  sender_id uuid,
  sender_until timestamptz(3),
  -- Set together, when it is stored.
  sha256 bytea,
  stored_state jsonb,
  constraint upload_parts_pkey primary key (tenant_id, upload_id, part_number),
  constraint upload_parts_upload foreign key (tenant_id, upload_id)
    references uploads (tenant_id, id) on delete cascade,
  constraint upload_parts_number_in_range check (part_number between 1 and 10000),
  constraint upload_parts_size_positive check (size_bytes > 0),
  constraint upload_parts_stored_is_whole
    check ((sha256 is null) = (stored_state is null) and octet_length(sha256) = 32)
);
