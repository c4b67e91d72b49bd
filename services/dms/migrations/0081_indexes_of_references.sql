-- Why:   deleting a document or a version asks each table that refers to it. Without an index that
--        reads every row of the tenant, for a second and more in a large library, with locks held; so
--        does finding the approval of a document.
-- Step:  expand.
-- Locks: SHARE on each table while its index is built: nobody writes documents, uploads, shares and
--        approvals meanwhile, about a second for each million rows.
set local lock_timeout = '2s';

create index documents_current_version on documents (tenant_id, current_version_id)
  where current_version_id is not null;
create index document_versions_restored_from on document_versions (tenant_id, restored_from)
  where restored_from is not null;
create index uploads_document on uploads (tenant_id, document_id) where document_id is not null;
create index uploads_folder on uploads (tenant_id, folder_id) where folder_id is not null;
create index shares_version on shares (tenant_id, version_id) where version_id is not null;
create index approval_bindings_document on approval_bindings (tenant_id, document_id);
create index approval_bindings_version on approval_bindings (tenant_id, version_id);
