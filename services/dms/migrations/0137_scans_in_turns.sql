-- Why:   tenants have their turn of the scanner, each with what has waited longest.
-- Step:  expand.
-- Locks: none that anybody waits for: versions go on while it is written.
-- migrate: outside a transaction
create index concurrently document_versions_scans_in_turns
  on document_versions (tenant_id, coalesce(scan_after, '-infinity'))
  where scan_status in ('PENDING', 'NOT_SCANNED');
