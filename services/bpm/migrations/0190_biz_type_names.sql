-- Why:   a business type has its name in each language, as its key fields have their labels: people read it in their own.
-- Step:  expand. Old code ignores the column; types registered before have the one name.
-- Locks: ACCESS EXCLUSIVE on biz_type_versions for a moment; no default, so no rewrite.
set local lock_timeout = '2s';

alter table biz_type_versions add column names jsonb;
