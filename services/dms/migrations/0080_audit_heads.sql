-- Why:   a head that is set back or removed hides the events behind it: heads only move on, as events
--        are only added.
-- Step:  expand. Triggers beside those of the events.
-- Locks: SHARE ROW EXCLUSIVE on audit_heads for a moment; it has a row per tenant.
set local lock_timeout = '2s';

create function refuse_audit_head_back() returns trigger language plpgsql as $$
begin
  if new.tenant_id <> old.tenant_id or new.sequence <= old.sequence then
    raise exception 'the audit is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger audit_heads_move_on before update on audit_heads
  for each row execute function refuse_audit_head_back();
create trigger audit_heads_stay before delete on audit_heads
  for each row execute function refuse_audit_change();
create trigger audit_heads_never_emptied before truncate on audit_heads
  for each statement execute function refuse_audit_change();
