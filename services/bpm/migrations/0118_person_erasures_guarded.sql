-- Why:   erase_log_names changes rows of the person of an erasure alone, to the pseudonym of their id; but the role of
--        the service could name a person there, change the log, and take the erasure away or name another. Now what
--        was erased, and under which erasure of iam, stays to be seen.
-- Step:  expand. Earlier processes write these columns once.
-- Locks: SHARE ROW EXCLUSIVE on person_erasures for a moment.
set local lock_timeout = '2s';

create function guard_person_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.pseudonym = pseudonym_of(new.user_id::text) and new.done_at is null then
      return new;
    end if;
  elsif tg_op = 'UPDATE' then
    if (new.id, new.user_id, new.pseudonym) = (old.id, old.user_id, old.pseudonym)
      and (old.done_at is null or new.done_at = old.done_at) then
      return new;
    end if;
  end if;
  raise exception 'an erasure stays as it was begun' using errcode = 'insufficient_privilege';
end
$$;
create trigger person_erasures_guarded before insert or update or delete on person_erasures
  for each row execute function guard_person_erasure();
