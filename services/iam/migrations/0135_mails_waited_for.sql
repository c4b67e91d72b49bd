-- Why:   one tenant's invitations, thousands at once, delayed links that live for thirty minutes. What people wait
--        for is taken first now, and found without a look at every invitation that is due.
-- Step:  expand. Earlier processes take the oldest mail still.
-- Locks: none that anybody waits for: mails are written and sent while the index is built.
-- migrate: outside a transaction
create index concurrently mails_waited_for on mails (next_attempt_at)
  where settled_at is null and kind <> 'invitation';
