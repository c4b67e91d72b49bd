-- Why:   records of approvals are signed. They are kept for years, and so are the keys that verify them.
-- Step:  expand. Earlier processes do not know the table.
-- Locks: none, the table is new.
create table record_keys (
  -- RFC 7638 thumbprint of the public key.
  kid text not null,
  public_key text not null,
  sealed_private_key text,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3),
  constraint record_keys_pkey primary key (kid),
  -- Nobody signs with a retired key any more: there is none to sign with.
  constraint record_keys_destroyed_when_retired
    check ((sealed_private_key is null) = (retired_at is not null))
);
-- One signs, whoever makes it.
create unique index record_keys_one_signs on record_keys ((true)) where retired_at is null;

create function keep_record_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.retired_at is null and new.retired_at is not null
    and (new.kid, new.public_key, new.created_at) = (old.kid, old.public_key, old.created_at) then
    return new;
  end if;
  raise exception 'a key of records is retired, once, and kept' using errcode = 'insufficient_privilege';
end
$$;
create trigger record_keys_kept before update or delete on record_keys
  for each row execute function keep_record_key();
create trigger record_keys_never_emptied before truncate on record_keys
  for each statement execute function keep_record_key();
