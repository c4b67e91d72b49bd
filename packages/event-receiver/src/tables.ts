/**
 * The two tables of a receiver, as SQL for PostgreSQL: paste it into a migration of your own. It
 * may be run again: what is there stays.
 *
 * `workflow_event_positions` has a row per instance: how far it was applied. It decides whether an
 * event is new, a repetition or ahead of a gap. Keep its rows: without one, an old event would be
 * new again. `workflow_events` has a row per event, for the check of ids and for people who ask
 * what came in; its rows may be pruned.
 */
export const receiverTables = `
create table if not exists workflow_event_positions (
  tenant_id uuid not null,
  instance_id uuid not null,
  last_sequence integer not null,
  updated_at timestamptz(3) not null default now(),
  constraint workflow_event_positions_pkey primary key (tenant_id, instance_id),
  constraint workflow_event_positions_from_zero check (last_sequence >= 0)
);

create table if not exists workflow_events (
  tenant_id uuid not null,
  event_id uuid not null,
  instance_id uuid not null,
  sequence integer not null,
  type text not null,
  received_at timestamptz(3) not null default now(),
  constraint workflow_events_pkey primary key (tenant_id, event_id),
  constraint workflow_events_one_per_sequence unique (tenant_id, instance_id, sequence)
);

create index if not exists workflow_events_by_time on workflow_events (received_at);
`
