-- Why:   a folder of ten thousand documents is read by title a page at a time, and not sorted anew for each page.
-- Step:  expand.
-- Locks: none that anybody waits for: documents go on while it is written.
-- migrate: outside a transaction
create index concurrently documents_folder_by_title on documents (tenant_id, folder_id, title collate by_name, id);
