-- Why:   one session per key of a caller, also when two requests with it come at once.
-- Step:  expand. The check that 0105 added holds for all rows: the columns were new, so all are null.
-- Locks: SHARE on uploads while it is read, twice: nobody writes uploads meanwhile, less than a second for
--        each million rows, as the index gets none of them.
set local lock_timeout = '2s';

alter table uploads validate constraint uploads_creation_key_is_whole;
create unique index uploads_one_per_creation_key
  on uploads (tenant_id, creation_caller, creation_key) where creation_key is not null;
