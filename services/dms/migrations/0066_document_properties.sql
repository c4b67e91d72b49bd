-- Why:   a library sorts its documents by more than tags: numbers, dates, names of parties.
-- Step:  expand. Documents from before have none.
-- Locks: ACCESS EXCLUSIVE on documents for a moment (the default is not written anywhere); the index
--        reads the table once, while nobody writes documents, and has no entry for those without.
set local lock_timeout = '2s';

alter table documents add column properties jsonb not null default '{}';
alter table documents add constraint documents_properties_is_object
  check (jsonb_typeof(properties) = 'object') not valid;
create index documents_properties on documents using gin (properties jsonb_path_ops)
  where properties <> '{}';
