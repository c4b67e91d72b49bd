-- Why:   receivers of the feed that look for accounts being taken over learn that a password or a second
--        factor was set, changed or removed (CAEP 1.0 credential-change). What such a change ends is told
--        as before, by the sessions that end; this one voids nothing.
-- Step:  widens; an earlier process sends such an event as one that receivers report an error about, once.
-- Locks: access exclusive on security_events for a scan of its 15 minutes of rows, on the tables that get a
--        trigger for a moment.
set local lock_timeout = '2s';

alter table security_events
  drop constraint security_events_kind_known,
  add constraint security_events_kind_known
    check (kind in ('token', 'grant', 'member', 'client', 'tenant', 'credential'));

-- `reason` of a credential: its type and what became of it, in the words of CAEP, with a blank between.
create function tell_credential(of_user uuid, what text) returns void language sql as $$
  insert into security_events (kind, tenant_id, subject, reason)
  select 'credential', m.tenant_id, of_user::text, what from memberships m where m.user_id = of_user
$$;

create function tell_password_changed() returns trigger language plpgsql as $$
begin
  perform tell_credential(new.id, 'password ' || case
    when old.password_hash is null then 'create' when new.password_hash is null then 'delete'
    else 'update' end);
  return null;
end $$;
create trigger users_password_told after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function tell_password_changed();

create function tell_totp_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_credential(old.user_id, 'app delete');
  else
    perform tell_credential(new.user_id, 'app create');
  end if;
  return null;
end $$;
-- One that is being set up guards nothing yet.
create trigger user_totp_confirmation_told after update of confirmed_at on user_totp
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function tell_totp_changed();
create trigger user_totp_removal_told after delete on user_totp
  for each row when (old.confirmed_at is not null) execute function tell_totp_changed();

-- Whether a passkey leaves its device is not known: no attestation is asked for.
create function tell_passkey_changed() returns trigger language plpgsql as $$
declare
  passkey passkeys := case when tg_op = 'DELETE' then old else new end;
begin
  perform tell_credential(passkey.user_id, case
    when 'internal' = any (passkey.transports) then 'fido2-platform' else 'fido2-roaming' end
    || case when tg_op = 'DELETE' then ' delete' else ' create' end);
  return null;
end $$;
create trigger passkeys_told after insert or delete on passkeys
  for each row execute function tell_passkey_changed();
