-- Why:   whoever has the role of the service could publish a key of their own among those that were retired, and
--        could change what somebody had drawn when they decided.
-- Step:  expand. Earlier processes insert keys that sign, and end drawn signatures, too.
-- Locks: SHARE ROW EXCLUSIVE on record_keys and drawn_signatures, for a moment.
set local lock_timeout = '2s';

create function check_new_record_key() returns trigger language plpgsql as $$
begin
  if new.retired_at is not null or new.sealed_private_key is null then
    raise exception 'a new key of records signs' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger record_keys_sign_first before insert on record_keys
  for each row execute function check_new_record_key();

create function keep_drawn_signature() returns trigger language plpgsql as $$
begin
  if old.used_until is null and new.used_until is not null
    and (new.tenant_id, new.id, new.user_id, new.strokes, new.sha256, new.used_from)
      = (old.tenant_id, old.id, old.user_id, old.strokes, old.sha256, old.used_from) then
    return new;
  end if;
  raise exception 'of a drawn signature the use ends, once, and nothing else changes'
    using errcode = 'insufficient_privilege';
end
$$;
create trigger drawn_signatures_kept before update on drawn_signatures
  for each row execute function keep_drawn_signature();
