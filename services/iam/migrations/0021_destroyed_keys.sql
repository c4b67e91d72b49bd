-- Why:   the private half of a key that signs no more is of use to nobody but a thief.
-- Step:  the halves of previous and withdrawn keys go; those that sign must have theirs. What a
--        version before this one retires meanwhile keeps its half until the next rotation.
-- Locks: signing_keys for a moment; it has a handful of rows.
alter table signing_keys alter column sealed_private_key drop not null;
update signing_keys set sealed_private_key = null where status in ('previous', 'withdrawn');
alter table signing_keys add constraint signing_keys_that_sign_are_whole
  check (status not in ('current', 'next') or sealed_private_key is not null);
