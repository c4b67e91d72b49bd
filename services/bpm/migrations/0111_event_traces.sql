-- Why:   a delivery goes on with the trace of the request that its event came from (W3C Trace Context): the sender
--        runs later, in another process, and has the row alone to know it by. Null where tracing is off.
-- Step:  expand. Earlier processes write events without it, and their deliveries begin traces of their own.
-- Locks: ACCESS EXCLUSIVE on delivery_events, for a moment: a column without a default rewrites nothing, and
--        the constraint is not held against rows that are there, which have none.
set local lock_timeout = '2s';

alter table delivery_events add column traceparent text;
alter table delivery_events add constraint delivery_events_traceparent
  check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$') not valid;
