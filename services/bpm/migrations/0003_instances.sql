-- Why:   approvals run, people decide, and everybody sees what became of it.
-- Step:  first.
-- Locks: none, the tables are new.

-- Who may start what only once. The row is there before the instance is, or instead of it: a fenced
-- key has none and never will. One table arbitrates between a start and a fence that race.
create table start_keys (
  tenant_id uuid not null,
  initiator_id uuid not null,
  idempotency_key text not null,
  request_hash bytea,
  instance_id uuid,
  fenced_by text,
  created_at timestamptz(3) not null,
  constraint start_keys_pkey primary key (tenant_id, initiator_id, idempotency_key),
  constraint start_keys_one_per_instance unique (tenant_id, instance_id),
  constraint start_keys_key_length check (char_length(idempotency_key) between 1 and 128),
  constraint start_keys_used_or_fenced
    check ((instance_id is null) = (fenced_by is not null) and (instance_id is null) = (request_hash is null))
);

create table process_instances (
  tenant_id uuid not null,
  id uuid not null,
  biz_type text not null,
  biz_type_version text not null,
  biz_id text not null,
  title text not null,
  initiator_id uuid not null,
  initiator_name text not null,
  definition_id uuid not null,
  status text not null,
  round integer not null,
  revision integer not null,
  variables jsonb not null,
  -- Tokens, scopes, activations and visits, as core/engine/state.ts has them.
  book jsonb not null,
  -- What the book says to people: the nodes at work, with their names.
  current_nodes jsonb not null,
  -- The last number given to a row of the log.
  last_action integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint process_instances_pkey primary key (tenant_id, id),
  constraint process_instances_have_key foreign key (tenant_id, id)
    references start_keys (tenant_id, instance_id),
  constraint process_instances_of_biz_type_version foreign key (tenant_id, biz_type, biz_type_version)
    references biz_type_versions (tenant_id, code, version),
  constraint process_instances_of_definition foreign key (tenant_id, definition_id)
    references definitions (tenant_id, id),
  constraint process_instances_status_known check (status in (
    'RUNNING', 'RETURNED', 'SUSPENDED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED'
  )),
  constraint process_instances_ended_when_final
    check ((ended_at is null) = (status in ('RUNNING', 'RETURNED', 'SUSPENDED'))),
  constraint process_instances_round_from_one check (round >= 1),
  constraint process_instances_variables_object check (jsonb_typeof(variables) = 'object')
);

create index process_instances_by_initiator on process_instances (tenant_id, initiator_id, id);
create index process_instances_by_biz_id on process_instances (tenant_id, biz_type, biz_id, id);

-- What somebody has to decide, or was shown. Ids are UUIDv7, so they sort by time.
create table tasks (
  tenant_id uuid not null,
  id uuid not null,
  task_no text not null,
  instance_id uuid not null,
  kind text not null,
  node_id text not null,
  node_name text not null,
  status text not null,
  round integer not null,
  revision integer not null,
  assignee_id uuid,
  assignee_name text,
  candidate_ids uuid[] not null,
  candidate_names text[] not null,
  -- What only the engine reads: core/engine/state.ts, EngineTask. Copies have none of it.
  key integer,
  activation integer,
  owner_id uuid,
  weight double precision,
  position integer,
  part text,
  parent integer,
  added_by uuid,
  created_at timestamptz(3) not null,
  opened_at timestamptz(3),
  ended_at timestamptz(3),
  ended_by uuid,
  ended_by_name text,
  comment text,
  read_at timestamptz(3),
  due_at timestamptz(3),
  reminded_at timestamptz(3),
  constraint tasks_pkey primary key (tenant_id, id),
  constraint tasks_one_per_no unique (tenant_id, task_no),
  constraint tasks_one_per_key unique (tenant_id, instance_id, key),
  constraint tasks_of_instance foreign key (tenant_id, instance_id)
    references process_instances (tenant_id, id),
  constraint tasks_kind_known check (kind in ('decision', 'copy')),
  constraint tasks_status_known check (status in (
    'WAITING', 'OPEN', 'CLAIMED', 'DELEGATED',
    'APPROVED', 'REJECTED', 'RETURNED', 'TRANSFERRED', 'SKIPPED', 'CANCELLED'
  )),
  constraint tasks_ended_when_final
    check ((ended_at is null) = (status in ('WAITING', 'OPEN', 'CLAIMED', 'DELEGATED'))),
  constraint tasks_engine_part check ((kind = 'decision') = (
    key is not null and activation is not null and weight is not null
    and position is not null and part is not null
  )),
  constraint tasks_candidates_named check (cardinality(candidate_ids) = cardinality(candidate_names)),
  constraint tasks_held_when_claimed check (status not in ('CLAIMED', 'DELEGATED') or assignee_id is not null)
);

create index tasks_by_activation on tasks (tenant_id, instance_id, activation);

-- A task as one person has it: to do, done, shown to them, or gone before they acted. Reading a box
-- touches the rows of the page and nothing else, however much the tenant has open. It is also what
-- makes somebody a participant.
create table inbox_entries (
  tenant_id uuid not null,
  user_id uuid not null,
  task_id uuid not null,
  instance_id uuid not null,
  box text not null,
  at timestamptz(3) not null,
  -- Of the task, for counting what is overdue and not read without looking at the tasks.
  due_at timestamptz(3),
  read_at timestamptz(3),
  constraint inbox_entries_pkey primary key (tenant_id, task_id, user_id),
  constraint inbox_entries_of_task foreign key (tenant_id, task_id) references tasks (tenant_id, id),
  constraint inbox_entries_box_known check (box in ('todo', 'done', 'cc', 'past'))
);

create index inbox_entries_page on inbox_entries (tenant_id, user_id, box, at desc, task_id desc);
create index inbox_entries_due on inbox_entries (tenant_id, user_id, due_at)
  where box = 'todo' and due_at is not null;
create index inbox_entries_unread on inbox_entries (tenant_id, user_id)
  where box = 'cc' and read_at is null;
create index inbox_entries_participants on inbox_entries (tenant_id, instance_id, user_id);

-- The log: what was done, by whom, in which order; with the command and the directory's answers the
-- engine can be replayed from the start.
create table instance_actions (
  tenant_id uuid not null,
  instance_id uuid not null,
  sequence integer not null,
  at timestamptz(3) not null,
  round integer not null,
  action text not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  task_id uuid,
  comment text,
  attachments jsonb,
  -- What the action was given besides: to whom, where to, why.
  details jsonb,
  -- Nodes that were left, with their outcome.
  moves jsonb,
  command jsonb,
  answers jsonb,
  constraint instance_actions_pkey primary key (tenant_id, instance_id, sequence),
  constraint instance_actions_of_instance foreign key (tenant_id, instance_id)
    references process_instances (tenant_id, id),
  constraint instance_actions_of_task foreign key (tenant_id, task_id) references tasks (tenant_id, id),
  constraint instance_actions_actor_known check (actor_kind in ('user', 'service')),
  constraint instance_actions_comment_length check (char_length(comment) <= 4000)
);
