-- Why:   tenants differ in how long those who have decided may still read what it was about.
-- Step:  new table. A tenant without a row lets nobody read after their task.
-- Locks: none; nothing reads it yet.

create table task_reading_policies (
  tenant_id uuid not null,
  keep_seconds integer not null,
  revision integer not null,
  changed_by text not null,
  changed_at timestamptz(3) not null,
  constraint task_reading_policies_pkey primary key (tenant_id),
  constraint task_reading_policies_some_time check (keep_seconds between 0 and 315360000)
);
