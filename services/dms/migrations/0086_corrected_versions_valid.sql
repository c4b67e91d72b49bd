-- Why:   what 0085 asks of new rows holds for all there are.
-- Step:  validates; nothing reads otherwise for it.
-- Locks: SHARE UPDATE EXCLUSIVE while both tables are read once: reads and writes go on.

alter table document_versions validate constraint document_versions_status_known;
alter table approval_bindings validate constraint approval_bindings_previous_version;
