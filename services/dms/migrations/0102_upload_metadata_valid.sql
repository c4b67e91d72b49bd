-- Why:   the check that 0101 added holds for all rows: the column was new, so all are null.
-- Step:  contract.
-- Locks: SHARE UPDATE EXCLUSIVE on uploads while it is read; writers go on.
set local lock_timeout = '2s';

alter table uploads validate constraint uploads_client_metadata_is_short;
