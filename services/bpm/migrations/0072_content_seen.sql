-- Why:   a decision is evidence of what it was about: whoever acts on a task leaves the hash of what the
--        task showed them at that moment (RFC 8785, SHA-256, base64url), in the log and beside the decision.
-- Step:  expand. What was decided before has none, and earlier processes leave it out.
-- Locks: ACCESS EXCLUSIVE on both tables, for a moment; no row is read.
set local lock_timeout = '2s';

alter table instance_actions
  add column content_hash text,
  add constraint instance_actions_content_hash_shape
    check (content_hash ~ '^[A-Za-z0-9_-]{43}$') not valid;

-- Of the action that ended it.
alter table tasks
  add column content_hash text,
  add constraint tasks_content_hash_shape
    check (content_hash ~ '^[A-Za-z0-9_-]{43}$') not valid;
