-- Why:   a person may ask to be forgotten (GDPR, article 17). Names are not kept here; what is left to do
--        is to take away what lets them in, and to say what stays.
-- Step:  expand. A new table; earlier processes do not know it.
-- Locks: none that anybody waits for.
set local lock_timeout = '2s';

-- How far the erasure of a person is here; kept, so that it is known that it was done.
create table person_erasures (
  id uuid primary key,
  user_id uuid not null,
  pseudonym text not null,
  position jsonb not null default '{"table": 0, "after": null, "changed": 0}',
  counts jsonb not null default '{}',
  done_at timestamptz(3)
);
