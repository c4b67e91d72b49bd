// The statements of both adapters, in one place: they must not disagree.

// An upsert, because it locks the row whether it was there or not, in one round trip.
export const lockPosition = `
  insert into workflow_event_positions (tenant_id, instance_id, last_sequence)
  values ($1, $2, 0)
  on conflict on constraint workflow_event_positions_pkey do update set updated_at = now()
  returning last_sequence`

export const findAppliedId = `
  select event_id from workflow_events
  where tenant_id = $1 and instance_id = $2 and sequence = $3`

export const recordApplied = `
  with moved as (
    update workflow_event_positions set last_sequence = $4, updated_at = now()
    where tenant_id = $1 and instance_id = $2
  )
  insert into workflow_events (tenant_id, instance_id, event_id, sequence, type)
  values ($1, $2, $3, $4, $5)`

export const prune = `
  delete from workflow_events where (tenant_id, event_id) in (
    select tenant_id, event_id from workflow_events
    where received_at < $1 order by received_at limit $2
  )`
