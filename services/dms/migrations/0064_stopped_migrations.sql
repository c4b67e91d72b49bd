-- Why:   an administrator stops a migration and goes on with it later, and sees what it waits for.
-- Step:  expand. STOPPED joins the states of a migration.
-- Locks: ACCESS EXCLUSIVE on source_migrations for a moment; it has a few rows.
set local lock_timeout = '2s';

alter table source_migrations drop constraint source_migrations_status_known;
alter table source_migrations add constraint source_migrations_status_known
  check (status in ('RUNNING', 'STOPPED', 'DONE', 'INCOMPLETE', 'RELEASED'));

-- Why the last attempt got nowhere, while that says nothing about the object; null when one did.
alter table source_migrations add column obstacle text;
alter table source_migrations add column obstacle_since timestamptz(3);
alter table source_migrations add constraint source_migrations_obstacle_has_time
  check ((obstacle is null) = (obstacle_since is null));
