-- Why:   who is erased loses the drawing, and its hash stays: a record that is taken later says as one of before what
--        its decisions were signed with.
-- Step:  expand. Earlier processes delete the row instead.
-- Locks: none but of the function.
create or replace function keep_drawn_signature() returns trigger language plpgsql as $$
begin
  if old.used_until is null and new.used_until is not null
    and (new.tenant_id, new.id, new.user_id, new.strokes, new.sha256, new.used_from)
      = (old.tenant_id, old.id, old.user_id, old.strokes, old.sha256, old.used_from) then
    return new;
  end if;
  if new.strokes = '[]' and to_jsonb(new) - 'strokes' = to_jsonb(old) - 'strokes'
    and exists (select from person_erasures e where e.user_id = old.user_id and e.done_at is null) then
    return new;
  end if;
  raise exception 'of a drawn signature the use ends, once, and nothing else changes'
    using errcode = 'insufficient_privilege';
end
$$;
