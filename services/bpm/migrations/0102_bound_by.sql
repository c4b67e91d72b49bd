-- Why:   the log keeps what a task showed when somebody acted on it, but not whether they said to have seen it. A vote
--        that was sent with the content's hash, or with the revision of the task, is bound to what was seen; another
--        was counted on what was there.
-- Step:  expand. Of what was done before it is not known, and earlier processes leave it out.
-- Locks: ACCESS EXCLUSIVE on instance_actions, for a moment; no row is read.
set local lock_timeout = '2s';

alter table instance_actions
  add column bound_by text,
  add constraint instance_actions_bound_by_known
    check (bound_by in ('contentHash', 'revision', 'none')) not valid;
