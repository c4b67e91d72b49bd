-- Why:   what was recorded stays as it was recorded. The application only ever added to the audit; now
--        nobody who is not the owner of the table can do anything else.
-- Step:  expand. Earlier processes only insert, too.
-- Locks: SHARE ROW EXCLUSIVE on audit_events, for a moment.
set local lock_timeout = '2s';

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
create trigger audit_events_never_emptied before truncate on audit_events
  for each statement execute function refuse_audit_change();
