-- Why:   a client of tus or of the IETF draft that lost the answer to its creation sends it again with the
--        same Idempotency-Key, and is told of the upload that it has. The key is the session's, and ends
--        with it: so it is kept here, not among the answers.
-- Step:  expand. Old code ignores the columns.
-- Locks: ACCESS EXCLUSIVE for a moment; no rewrite, and the check finds no row to look at.
set local lock_timeout = '2s';

alter table uploads add column creation_caller text,
  add column creation_key text,
  add column creation_hash bytea;
alter table uploads add constraint uploads_creation_key_is_whole
  check (num_nonnulls(creation_caller, creation_key, creation_hash) in (0, 3)
    and char_length(creation_key) <= 128) not valid;
