-- Why:   the oldest run kept all others waiting, for as long as it took and for ever where it failed.
-- Step:  expand. Earlier processes take the oldest run still.
-- Locks: ACCESS EXCLUSIVE on migrations for a moment.
set local lock_timeout = '2s';

-- When its turn began the last time; null before the first one.
alter table migrations add column worked_at timestamptz(3);
