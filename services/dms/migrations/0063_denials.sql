-- Why:   whether an entry takes a document away is asked for each one on a page; few entries do.
-- Step:  new index, of those alone.
-- Locks: SHARE on acl_entries while it is built: about a second per million entries.
set local lock_timeout = '2s';

create index acl_entries_denials on acl_entries (tenant_id, resource_kind, resource_id)
  where deny <> '{}';
