-- Why:   a client of tus 1.0 gets its Upload-Metadata back as it came; its members we know are columns
--        already, the others are the client's own.
-- Step:  expand. Old code ignores the column.
-- Locks: ACCESS EXCLUSIVE for a moment; no rewrite, and the check finds no row to look at.
set local lock_timeout = '2s';

alter table uploads add column client_metadata text;
alter table uploads add constraint uploads_client_metadata_is_short
  check (octet_length(client_metadata) <= 8192) not valid;
