-- Why:   the log of an approval is the evidence of who decided what. The application only ever added to
--        it; now nobody who is not the owner of the table can do anything else.
-- Step:  expand. Earlier processes only insert, too.
-- Locks: SHARE ROW EXCLUSIVE on instance_actions, for a moment.
set local lock_timeout = '2s';

create function refuse_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger instance_actions_append_only before update or delete on instance_actions
  for each row execute function refuse_log_change();
create trigger instance_actions_never_emptied before truncate on instance_actions
  for each statement execute function refuse_log_change();
