-- Why:   after the database was restored to an earlier moment, what was revoked since is good again. What has to be
--        ended because of that is ended once for each restore, and goes on where it broke off.
-- Step:  new table; earlier processes know nothing of it.
-- Locks: none.
create table restores (
  -- The moment to which the database was restored, as the operator said it.
  restored_to timestamptz(3) primary key,
  recorded_at timestamptz(3) not null default clock_timestamp(),
  constraint restores_of_the_past check (restored_to < recorded_at)
);
