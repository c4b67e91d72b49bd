-- Why:   a business type names the few values that tell what its approvals are about, and how they are written.
-- Step:  expand. Old code ignores the column; types registered before name none.
-- Locks: ACCESS EXCLUSIVE on biz_type_versions for a moment; the default is a constant, so no rewrite.
set local lock_timeout = '2s';

alter table biz_type_versions add column key_fields jsonb not null default '[]';
