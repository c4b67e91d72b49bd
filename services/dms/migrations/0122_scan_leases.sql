-- Why:   a scan is held by an id that is looked at when its verdict is written: a worker that stood still for longer
--        than its lease must not answer for another, nor for a scan that was asked for later.
-- Step:  expand. Earlier processes neither write nor read it.
-- Locks: ACCESS EXCLUSIVE for a moment; no rewrite.
set local lock_timeout = '2s';
alter table document_versions add column scan_lease uuid;
