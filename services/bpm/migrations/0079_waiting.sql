-- Why:   what somebody has lent, or holds while others whom they have asked decide first, is in a box of its
--        own, and a task says who has lent it.
-- Step:  expand. Old code asks for none of it; what it writes meanwhile is in the boxes that it knows.
-- Locks: ACCESS EXCLUSIVE for a moment, then the few tasks that are lent or wait are gone through.
set local lock_timeout = '2s';

alter table tasks add column owner_name text;

alter table inbox_entries drop constraint inbox_entries_box_known;
alter table inbox_entries add constraint inbox_entries_box_known
  check (box in ('todo', 'waiting', 'done', 'cc', 'past')) not valid;

update tasks set owner_name = (
  select action.actor_name from instance_actions as action
  where action.tenant_id = tasks.tenant_id and action.instance_id = tasks.instance_id
    and action.task_id = tasks.id and action.action = 'delegate'
    and action.actor_id = tasks.owner_id::text
  order by action.sequence desc limit 1
)
where owner_id is not null and ended_at is null;

update inbox_entries set box = 'waiting'
from tasks
where tasks.tenant_id = inbox_entries.tenant_id and tasks.id = inbox_entries.task_id
  and tasks.ended_at is null and tasks.kind = 'decision'
  and ((tasks.status = 'DELEGATED' and tasks.owner_id = inbox_entries.user_id)
    or (tasks.status = 'WAITING' and tasks.opened_at is not null
      and tasks.assignee_id = inbox_entries.user_id));
