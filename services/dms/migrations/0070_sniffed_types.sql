-- Why:   what a file's first bytes say it is, is found while they come, so that completing an upload
--        need not read them back from the storage.
-- Step:  expand. Empty where the bytes say nothing; null where nobody has looked, because they came in
--        several requests.
-- Locks: ACCESS EXCLUSIVE on uploads for a moment.
set local lock_timeout = '2s';

alter table uploads add column sniffed_type text;
