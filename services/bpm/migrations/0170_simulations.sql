-- Why:   a draft is tried on the approvals that ended: who would be asked, and what would come of it.
-- Step:  expand. Adds two tables; old code knows nothing of them.
-- Locks: a moment on definitions and process_instances for the foreign keys.

-- One run over the approvals of a key that ended in a period, the latest first. A worker that dies leaves it to others,
-- who go on behind the last approval whose result is written.
create table simulations (
  tenant_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  -- What is tried: a draft may be changed meanwhile.
  definition_revision integer not null,
  bpmn_xml text not null,
  reads_foreign boolean not null,
  ended_from timestamptz(3) not null,
  ended_until timestamptz(3) not null,
  -- How many approvals it is to look at.
  total integer not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  before_ended_at timestamptz(3),
  before_id uuid,
  -- So that the runs of several tenants take turns.
  worked_at timestamptz(3),
  ended_at timestamptz(3),
  cancelled boolean not null default false,
  lease_id uuid,
  leased_until timestamptz(3),
  constraint simulations_pkey primary key (tenant_id, id),
  constraint simulations_of_definition foreign key (tenant_id, definition_id)
    references definitions (tenant_id, id),
  constraint simulations_of_a_period check (ended_from < ended_until),
  constraint simulations_counted check (total >= 0),
  constraint simulations_place_whole check ((before_ended_at is null) = (before_id is null)),
  constraint simulations_cancelled_end check (not cancelled or ended_at is not null)
);

create index simulations_under_way on simulations (tenant_id, id) where ended_at is null;

-- What an approval would come to, beside what it came to. People by their ids alone.
create table simulation_results (
  tenant_id uuid not null,
  simulation_id uuid not null,
  instance_id uuid not null,
  outcome text not null,
  status_before text not null,
  status_after text not null,
  tasks_before integer not null,
  tasks_after integer not null,
  people_before integer not null,
  people_after integer not null,
  steps jsonb not null,
  -- Where it would be stuck and why; null where it would not.
  obstacle jsonb,
  constraint simulation_results_pkey primary key (tenant_id, simulation_id, instance_id),
  constraint simulation_results_of_simulation foreign key (tenant_id, simulation_id)
    references simulations (tenant_id, id),
  constraint simulation_results_of_instance foreign key (tenant_id, instance_id)
    references process_instances (tenant_id, id),
  constraint simulation_results_outcome_known
    check (outcome in ('same', 'otherPeople', 'otherResult', 'open', 'stuck'))
);
