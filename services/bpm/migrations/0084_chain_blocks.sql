-- Why:   what the owner of the database changes in the log of approvals is found: each block names rows
--        that were committed, with their hashes, and the block before it.
-- Step:  expand. A new table; nothing reads it but who verifies.
-- Locks: none that anybody waits for.
set local lock_timeout = '2s';

create table chain_blocks (
  number bigint not null,
  previous_number bigint not null generated always as (number - 1) stored,
  previous_hash bytea,
  -- The columns of the log that the hashes of its rows are of.
  columns text[] not null,
  -- A line for each row: tenant, key, SHA-256.
  rows text not null,
  row_count integer not null,
  row_total bigint not null,
  -- Whose rows are in this block or one before it.
  position pg_snapshot,
  made_at timestamptz(3) not null,
  hash bytea not null,
  constraint chain_blocks_pkey primary key (number),
  constraint chain_blocks_hashes_are_sha256
    check (octet_length(hash) = 32 and octet_length(previous_hash) = 32),
  constraint chain_blocks_begin_once check ((number = 1) = (previous_hash is null)),
  constraint chain_blocks_number_positive check (number > 0),
  constraint chain_blocks_rows_counted check (row_count >= 0 and row_total >= row_count),
  constraint chain_blocks_by_hash unique (number, hash),
  constraint chain_blocks_follow_one foreign key (previous_number, previous_hash)
    references chain_blocks (number, hash)
);

create trigger chain_blocks_append_only before update or delete on chain_blocks
  for each row execute function refuse_log_change();
create trigger chain_blocks_never_emptied before truncate on chain_blocks
  for each statement execute function refuse_log_change();
