-- Why:   a metric counts the records that are not filed; most are, for good.
-- Step:  expand.
-- Locks: SHARE on record_filings while the index is made.
set local lock_timeout = '2s';

create index record_filings_unfiled on record_filings (status) where status <> 'FILED';
