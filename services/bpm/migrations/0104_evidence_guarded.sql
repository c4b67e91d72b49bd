-- Why:   the record names the hash of the drawing an approval went by, and the signature somebody had drawn when they
--        decided; whoever has the role of the service could change a published drawing, or put in a signature that
--        begins in the past.
-- Step:  expand. Earlier processes change drafts alone, and keep signatures that begin now.
-- Locks: SHARE ROW EXCLUSIVE on definitions and drawn_signatures, for a moment.
set local lock_timeout = '2s';

create function keep_published_definition() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.status <> 'DRAFT'
    and (new.tenant_id, new.id, new.key, new.version, new.biz_type, new.bpmn_xml, new.published_by, new.published_at)
      = (old.tenant_id, old.id, old.key, old.version, old.biz_type, old.bpmn_xml, old.published_by, old.published_at) then
    return new;
  end if;
  raise exception 'a published definition is retired, and nothing else of it changes'
    using errcode = 'insufficient_privilege';
end
$$;
create trigger definitions_published_kept before update or delete on definitions
  for each row when (old.status <> 'DRAFT') execute function keep_published_definition();

-- Processes have clocks of their own: some minutes apart, never the days that a decision lies back.
create function check_new_drawn_signature() returns trigger language plpgsql as $$
begin
  if new.used_until is not null or new.used_from < clock_timestamp() - interval '10 minutes' then
    raise exception 'a drawn signature begins now' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger drawn_signatures_begin_now before insert on drawn_signatures
  for each row execute function check_new_drawn_signature();
