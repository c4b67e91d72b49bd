-- Why:   after a restore an object may be gone of which a row says that it is stored. It is marked, so that
--        whoever asks for it is told, and served no more.
-- Step:  expand. Earlier processes do not read the mark; they answer 500 where the object is not there.
-- Locks: ACCESS EXCLUSIVE for a moment; no rewrite.
set local lock_timeout = '2s';
alter table storage_objects add column lost_at timestamptz(3);
