-- Why:   whether the secret that a service's token was had with has been withdrawn since is asked at each
--        of its requests.
-- Step:  expand.
-- Locks: writes to security_events wait while the index is built; it holds some minutes of events.
create index security_events_of_client on security_events (subject, occurred_at) where kind = 'client';
