-- Why:   a page of documents and the decision about one take the same time in a tenant with ten
--        documents and with a million.
-- Step:  new indexes. `documents_folder` and `documents_owner` walk backwards in the order of a page;
--        `acl_entries_groups` holds the roles and departments that lists name, which every request
--        asks for, apart from the users, of whom there are many.
-- Locks: SHARE on documents and acl_entries while the indexes are built: about a second per million
--        rows, in which nobody writes them.
set local lock_timeout = '2s';

create index documents_folder_page on documents (tenant_id, folder_id, id);
drop index documents_folder;
create index documents_trash_page on documents (tenant_id, id) where status = 'TRASHED';
create index acl_entries_groups on acl_entries (tenant_id, principal)
  where principal like 'role:%' or principal like 'department:%';
