-- Why:   two people who edit one access list must not undo each other's change unseen.
-- Step:  new columns with a constant default, which rewrite nothing.
-- Locks: ACCESS EXCLUSIVE on documents and folders for a moment.
set local lock_timeout = '2s';

alter table documents add column acl_revision integer not null default 1;
alter table folders add column acl_revision integer not null default 1;
