-- Why:   what goes by age is recorded where nobody can take it back: which kind of rows of which tenant, how many, and by
--        which setting. The chain of the log names each row.
-- Step:  expand. Earlier processes remove what is old and record nothing.
-- Locks: none; nothing reads it yet.

create table retention_removals (
  tenant_id uuid not null,
  removal_id uuid not null,
  -- What went, such as 'incidents'.
  what text not null,
  row_count integer not null,
  -- The setting, and the moment before which all of them had ended.
  kept_days integer not null,
  ended_before timestamptz(3) not null,
  removed_at timestamptz(3) not null,
  constraint retention_removals_pkey primary key (tenant_id, removal_id),
  constraint retention_removals_of_something check (row_count > 0),
  constraint retention_removals_by_age check (kept_days > 0 and ended_before < removed_at)
);
create trigger retention_removals_append_only before update or delete on retention_removals
  for each row execute function refuse_log_change();
create trigger retention_removals_never_emptied before truncate on retention_removals
  for each statement execute function refuse_log_change();
