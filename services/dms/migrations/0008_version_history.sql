-- Why:   people say what is new in a version, and bring an old one back as the newest.
-- Step:  expand. A restored version shares the object of the old one, so the rule that an object has
--        one version now counts for the versions that brought theirs; the old rule goes.
-- Locks: ACCESS EXCLUSIVE for a moment on versions and uploads; the index is built while nobody
--        writes versions, one entry per version.
set local lock_timeout = '2s';

alter table document_versions add column note text;
alter table document_versions add constraint document_versions_note_length
  check (char_length(note) between 1 and 2000) not valid;
alter table document_versions add column restored_from uuid;
alter table document_versions add constraint document_versions_restored_from
  foreign key (tenant_id, restored_from) references document_versions (tenant_id, id) not valid;
create unique index document_versions_own_object on document_versions (tenant_id, object_id)
  where restored_from is null;
create index document_versions_object on document_versions (tenant_id, object_id);
create index document_versions_restored on document_versions (tenant_id, restored_from)
  where restored_from is not null;
alter table document_versions drop constraint document_versions_object_unique;

alter table uploads add column note text;
alter table uploads add constraint uploads_note_length
  check (char_length(note) between 1 and 2000) not valid;
