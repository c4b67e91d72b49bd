-- Why:   an erasure that failed was tried again before all others, which so waited for it for ever.
-- Step:  expand. Earlier processes take the oldest one still.
-- Locks: ACCESS EXCLUSIVE on erasures for a moment.
set local lock_timeout = '2s';

-- Not before, since it failed; null: it never did.
alter table erasures add column next_try_at timestamptz(3);
