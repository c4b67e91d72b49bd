-- Why:   whoever has to decide on a version may read it, while a task of its approval waits for them.
-- Step:  new table, filled by the events of the workflow service. Tasks that were open before are not in
--        it: their holders read from their approval's next task on.
-- Locks: none; nothing reads it yet.

create table task_readers (
  tenant_id uuid not null,
  binding_id uuid not null,
  user_id text not null,
  task_no text not null,
  node_name text not null,
  granted_at timestamptz(3) not null,
  -- Since when the task no longer waits for them, and the version that was bound then: another one
  -- sent round later is none of theirs.
  ended_at timestamptz(3),
  version_id uuid,
  -- Finds what somebody reads of an approval, without a look at the other people of its tasks.
  constraint task_readers_pkey primary key (tenant_id, binding_id, user_id, task_no),
  constraint task_readers_binding foreign key (tenant_id, binding_id)
    references approval_bindings (tenant_id, id),
  constraint task_readers_version foreign key (tenant_id, version_id)
    references document_versions (tenant_id, id),
  constraint task_readers_ended_with_version check ((ended_at is null) = (version_id is null))
);

-- For the reference alone: a version that is deleted must not read the whole table.
create index task_readers_version on task_readers (tenant_id, version_id)
  where version_id is not null;
