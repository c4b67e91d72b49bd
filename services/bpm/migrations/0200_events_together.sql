-- Why:   a receiver may take several events of an approval in one request: one signature, token and answer for what waits together.
-- Step:  expand. Old code ignores the column and sends one event at a time, which every receiver takes.
-- Locks: ACCESS EXCLUSIVE on biz_type_versions for a moment; a constant default, so no rewrite.
-- Long: biz_type_versions has a few rows for each application, which the check reads at once.
set local lock_timeout = '2s';

alter table biz_type_versions
  add column callback_max_events smallint not null default 1,
  add constraint biz_type_versions_callback_max_events_range check (callback_max_events between 1 and 20);
