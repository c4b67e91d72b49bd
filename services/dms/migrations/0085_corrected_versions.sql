-- Why:   after a return another version of the document can go round under the same approval.
-- Step:  expand. Old code reads neither the column nor versions of the new status, which only new code makes;
--        0086 validates what is not checked here.
-- Locks: ACCESS EXCLUSIVE on both tables for a moment, no scan. The index reads bindings once; it has no
--        entry yet.
set local lock_timeout = '2s';

-- What went round before the version that is bound now, if that was another one.
alter table approval_bindings add column previous_version_id uuid;
alter table approval_bindings
  add constraint approval_bindings_previous_version foreign key (tenant_id, previous_version_id)
    references document_versions (tenant_id, id) not valid;
create index approval_bindings_previous_version on approval_bindings (tenant_id, previous_version_id)
  where previous_version_id is not null;

alter table document_versions drop constraint document_versions_status_known;
alter table document_versions add constraint document_versions_status_known check (status in
  ('DRAFT', 'IN_APPROVAL', 'RETURNED', 'SUPERSEDED', 'APPROVED', 'REJECTED', 'PUBLISHED', 'ARCHIVED'))
  not valid;
