-- Why:   an approval whose events were all sent again ended the incident of its lane with the first of them, while the
--        event that was refused had not gone out yet. The incident stays until the lane is past that event, and
--        one that is given up in the same moment raises the next.
-- Step:  expand. The function is replaced for every process at once.
-- Locks: none that anybody waits for.
create or replace function tell_blocked_lane() returns trigger language plpgsql as $$
begin
  if new.incident_id is not null and not exists (
    select from incidents as incident
    join delivery_events as event
      on event.tenant_id = incident.tenant_id and event.event_id = incident.event_id
    where incident.tenant_id = new.tenant_id and incident.id = new.incident_id
      and event.sequence >= new.next_sequence
  ) then
    update incidents set resolved_at = now(), resolution = 'gone'
    where tenant_id = new.tenant_id and id = new.incident_id and resolved_at is null;
    new.incident_id := null;
  end if;
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
  end if;
  return new;
end
$$;
