-- Why:   what is attached to an approval is a part of what its tasks show: it goes into the hash of their content, can
--        be taken away, and whoever holds a task reads it, in approvals of every business type. The document service
--        has to know who that is.
-- Step:  expand. Earlier processes write neither; what they attach meanwhile stays with the log alone. Attachments of
--        approvals under way are taken from the log, without a digest: nobody said any then.
-- Locks: ACCESS EXCLUSIVE on process_instances for a moment; then the log of approvals under way is gone through.
set local lock_timeout = '2s';

-- Everything that was ever attached, with who took it away where somebody has; null where nothing was, here or in
-- an approval that this one has called.
alter table process_instances
  add column attached jsonb,
  add constraint process_instances_attached_list check (jsonb_typeof(attached) = 'array') not valid;

-- What the document service is to be told: who reads what is attached to an approval and to those it has called.
create table attachment_grants (
  tenant_id uuid not null,
  -- The first approval of its family. No foreign key: a called one is locked after it, and this after both.
  instance_id uuid not null,
  -- Counted up by each change of the family; and as far as the document service has been told.
  number integer not null,
  told integer not null default 0,
  -- null: all is told. While somebody tells it, when others may.
  due_at timestamptz(3),
  attempts integer not null default 0,
  constraint attachment_grants_pkey primary key (tenant_id, instance_id),
  constraint attachment_grants_told_before check (told between 0 and number),
  constraint attachment_grants_due_until_told check ((due_at is null) = (told = number))
);
create index attachment_grants_due on attachment_grants (due_at) where due_at is not null;

-- In the transaction of every change, so that none is missed; approvals without attachments do not come here.
create function note_attachment_readers() returns trigger language plpgsql as $$
begin
  if new.attached is null then
    update attachment_grants as g set number = g.number + 1, due_at = coalesce(g.due_at, now())
    where g.tenant_id = new.tenant_id and g.instance_id = new.root_id;
    return null;
  end if;
  if new.root_id is not null then
    -- From here on the changes of the first one count as well.
    update process_instances set attached = '[]'
    where tenant_id = new.tenant_id and id = new.root_id and attached is null;
  end if;
  insert into attachment_grants as g (tenant_id, instance_id, number, due_at)
  values (new.tenant_id, coalesce(new.root_id, new.id), 1, now())
  on conflict on constraint attachment_grants_pkey do update
    set number = g.number + 1, due_at = coalesce(g.due_at, now());
  return null;
end
$$;
create trigger process_instances_note_attachment_readers after insert or update on process_instances
  for each row when (new.attached is not null or new.root_id is not null)
  execute function note_attachment_readers();

update process_instances as instance
set attached = found.attached
from (
  select action.tenant_id, action.instance_id,
    jsonb_agg(
      file || jsonb_build_object('sha256', null, 'sequence', action.sequence, 'by', action.actor_id)
      order by action.sequence
    ) as attached
  from instance_actions as action
  cross join lateral jsonb_array_elements(action.attachments) as file
  join process_instances as live
    on live.tenant_id = action.tenant_id and live.id = action.instance_id and live.ended_at is null
  where action.attachments <> '[]'
  group by action.tenant_id, action.instance_id
) as found
where instance.tenant_id = found.tenant_id and instance.id = found.instance_id;
