-- Why:   what is stuck showed in the log of one approval at most. It is a resource now: listed, counted,
--        tried again, resolved.
-- Step:  expand. Earlier processes write none, but for lanes: those are watched by a trigger.
-- Locks: SHARE ROW EXCLUSIVE on delivery_lanes for a moment, with a look at blocked lanes and at open
--        tasks that nobody has.
set local lock_timeout = '2s';

create table incidents (
  tenant_id uuid not null,
  -- UUIDv7: it sorts by the time it was raised.
  id uuid not null,
  kind text not null,
  -- What is stuck within the approval; of each cause one is open at a time.
  cause text not null,
  -- No foreign key: who gives a lane up would wait for the instance, and who moves that for the lane.
  instance_id uuid not null,
  biz_type text not null,
  node_id text,
  node_name text,
  task_no text,
  migration_id uuid,
  event_id uuid,
  -- What a message about it is called, with its parameters; no values of variables.
  code text not null,
  parameters jsonb not null default '{}',
  -- What an administrator tried in vain.
  attempts integer not null default 0,
  raised_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  -- gone: the approval went on; retried: it was tried again; manual: somebody says so.
  resolution text,
  resolved_by_id text,
  resolved_by_name text,
  reason text,
  constraint incidents_pkey primary key (tenant_id, id),
  constraint incidents_kind_known check (kind in (
    'nobody_found', 'nobody_to_escalate_to', 'join_waits_forever', 'no_way_on', 'call_failed',
    'delivery_blocked', 'migration_refused'
  )),
  constraint incidents_resolved_somehow check ((resolved_at is null) = (resolution is null)),
  constraint incidents_resolution_known check (resolution in ('gone', 'retried', 'manual'))
);
create unique index incidents_one_open_per_cause on incidents (tenant_id, instance_id, cause)
  where resolved_at is null;
create index incidents_open on incidents (tenant_id, id) where resolved_at is null;
create index incidents_by_instance on incidents (tenant_id, instance_id, id);

-- The incident of a lane that was given up, until its receiver takes an event again.
alter table delivery_lanes add column incident_id uuid;

create function new_incident_id() returns uuid language sql volatile as $$
  -- RFC 9562 section 5.7: 48 bits of milliseconds, the version, and bits of a random UUID.
  select (
    lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14)
  )::uuid
$$;

create function tell_blocked_lane() returns trigger language plpgsql as $$
begin
  if new.blocked_at is not null and new.incident_id is null then
    new.incident_id := new_incident_id();
    insert into incidents
      (tenant_id, id, kind, cause, instance_id, biz_type, event_id, code, parameters, raised_at)
    select new.tenant_id, new.incident_id, 'delivery_blocked', 'delivery', new.instance_id,
      new.biz_type, event.event_id, 'delivery_blocked', jsonb_build_object('type', event.type),
      new.blocked_at
    from delivery_events as event
    where event.tenant_id = new.tenant_id and event.instance_id = new.instance_id
      and event.sequence = new.next_sequence
    on conflict do nothing;
  elsif new.blocked_at is null and new.next_sequence > old.next_sequence then
    update incidents set resolved_at = now(), resolution = 'gone'
    where tenant_id = new.tenant_id and id = new.incident_id and resolved_at is null;
    new.incident_id := null;
  end if;
  return new;
end
$$;
create trigger delivery_lanes_tell_blocked before update on delivery_lanes for each row
  when (
    (new.blocked_at is not null and old.blocked_at is null)
    or (old.incident_id is not null and new.next_sequence > old.next_sequence)
  )
  execute function tell_blocked_lane();

-- What is stuck today.
with blocked as (
  update delivery_lanes set incident_id = new_incident_id() where blocked_at is not null
  returning *
)
insert into incidents
  (tenant_id, id, kind, cause, instance_id, biz_type, event_id, code, parameters, raised_at)
select blocked.tenant_id, blocked.incident_id, 'delivery_blocked', 'delivery', blocked.instance_id,
  blocked.biz_type, event.event_id, 'delivery_blocked', jsonb_build_object('type', event.type),
  blocked.blocked_at
from blocked join delivery_events as event on event.tenant_id = blocked.tenant_id
  and event.instance_id = blocked.instance_id and event.sequence = blocked.next_sequence;

insert into incidents
  (tenant_id, id, kind, cause, instance_id, biz_type, node_id, node_name, code, raised_at)
select task.tenant_id, new_incident_id(), 'nobody_found', 'nobody_found ' || task.node_id,
  task.instance_id, instance.biz_type, task.node_id, min(task.node_name), 'nobody_found',
  min(task.created_at)
from tasks as task
join process_instances as instance
  on instance.tenant_id = task.tenant_id and instance.id = task.instance_id
where task.ended_at is null and task.activation is not null and task.assignee_id is null
  and task.candidate_ids = '{}'
group by task.tenant_id, task.instance_id, instance.biz_type, task.node_id;
