-- Why:   expenses are listed by when they were made; their ids are chosen by pages and say nothing of it.
-- Step:  expand. The index by id serves the running version; a later change drops it.
-- Locks: writes to expenses wait while the indexes are made.
set local lock_timeout = '2s';
create index expenses_newest_of_owner on expenses (tenant_id, owner_id, created_at desc, id desc);
create index expenses_newest on expenses (tenant_id, created_at desc, id desc);
