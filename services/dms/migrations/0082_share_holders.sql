-- Why:   a share serves by the right of a person: of who made it, or of who took it over.
-- Step:  expand. Shares from before serve by the right of who made them, or rest.
-- Locks: ACCESS EXCLUSIVE on shares for a moment; the check reads them once.
set local lock_timeout = '2s';

alter table shares add column taken_over_by text;
alter table shares add column taken_over_at timestamptz(3);
alter table shares add constraint shares_taken_over_by_somebody
  check ((taken_over_by is null) = (taken_over_at is null));
