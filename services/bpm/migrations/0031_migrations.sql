-- Why: administrators move running approvals to another definition, many of them at a time.
-- Step: adds two tables.
-- Locks: a moment on definitions and process_instances for the foreign keys.

-- One run over the approvals of a definition. A worker goes through them in the order of their ids;
-- one that dies leaves it to others, who go on behind the last approval that was looked at.
create table migrations (
  tenant_id uuid not null,
  id uuid not null,
  from_definition_id uuid not null,
  to_definition_id uuid not null,
  -- New node ids by old ones, where they differ.
  nodes jsonb not null,
  reason text not null,
  dry_run boolean not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  after_instance_id uuid,
  migrated integer not null default 0,
  refused integer not null default 0,
  ended_at timestamptz(3),
  lease_id uuid,
  leased_until timestamptz(3),
  constraint migrations_pkey primary key (tenant_id, id),
  constraint migrations_from_definition foreign key (tenant_id, from_definition_id)
    references definitions (tenant_id, id),
  constraint migrations_to_definition foreign key (tenant_id, to_definition_id)
    references definitions (tenant_id, id),
  constraint migrations_to_another check (from_definition_id <> to_definition_id),
  constraint migrations_counted check (migrated >= 0 and refused >= 0)
);

create index migrations_under_way on migrations (created_at) where ended_at is null;

create table migration_results (
  tenant_id uuid not null,
  migration_id uuid not null,
  instance_id uuid not null,
  outcome text not null,
  -- Nodes at work that have no place, with the reason; empty when it was moved.
  faults jsonb not null,
  at timestamptz(3) not null,
  constraint migration_results_pkey primary key (tenant_id, migration_id, instance_id),
  constraint migration_results_of_migration foreign key (tenant_id, migration_id)
    references migrations (tenant_id, id),
  constraint migration_results_of_instance foreign key (tenant_id, instance_id)
    references process_instances (tenant_id, id),
  constraint migration_results_outcome_known check (outcome in ('migrated', 'fits', 'refused'))
);
