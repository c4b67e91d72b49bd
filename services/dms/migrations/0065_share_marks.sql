-- Why:   what a visitor of a share is shown may bear whom it was given to, from where it is read and
--        when.
-- Step:  expand. Shares from before have no name and no mark.
-- Locks: ACCESS EXCLUSIVE on shares for a moment; the check reads them once.
set local lock_timeout = '2s';

alter table shares add column name text;
alter table shares add column watermark boolean not null default false;
-- A file bears no mark, so whoever gets it has an unmarked copy.
alter table shares add constraint shares_marked_gives_no_file
  check (not (watermark and allow_download));
