-- Why:   who exports what the service has of a person or of a tenant carries it out: that it began and that it ended is
--        recorded where nobody can take it back. The chain of the log names each row.
-- Step:  expand. Earlier commands export and record nothing.
-- Locks: none; nothing reads it yet.

create table data_exports (
  tenant_id uuid not null,
  entry_id uuid not null,
  -- One try: it has an entry when it begins, and another when it ends.
  export_id uuid not null,
  -- Whose; null for all that is the tenant's.
  user_id uuid,
  -- Who, as the operator says it.
  asked_by text not null,
  -- Whether it goes on behind what an earlier one printed.
  continues boolean not null,
  -- Rows that were printed, by table; null when it begins.
  counts jsonb,
  recorded_at timestamptz(3) not null,
  constraint data_exports_pkey primary key (tenant_id, entry_id)
);
create trigger data_exports_append_only before update or delete on data_exports
  for each row execute function refuse_log_change();
create trigger data_exports_never_emptied before truncate on data_exports
  for each statement execute function refuse_log_change();
create trigger data_exports_of_no_erased_tenant before insert on data_exports
  for each row execute function refuse_erased_tenant();
