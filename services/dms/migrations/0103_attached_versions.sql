-- Why:   what is attached to an approval is read by whoever has a task there, in approvals of every business type, and
--        can be taken away. bpm tells both, with the whole state under a number.
-- Step:  new tables, with what approvals of documents had; bpm tells of those under way anew. approval_attachments is
--        read by earlier processes alone and goes with the next release.
-- Locks: none that others wait for.

create table attached_approvals (
  tenant_id uuid not null,
  -- The first approval of its family, of whatever business type.
  instance_id uuid not null,
  -- As far as bpm has told.
  number integer not null,
  constraint attached_approvals_pkey primary key (tenant_id, instance_id)
);

create table attached_versions (
  tenant_id uuid not null,
  version_id uuid not null,
  instance_id uuid not null,
  attached_by text not null,
  attached_at timestamptz(3) not null,
  -- Who took it away, and when this service heard of it.
  removed_by text,
  removed_at timestamptz(3),
  -- Finds by which approvals a version is read; deleting the version takes it along.
  constraint attached_versions_pkey primary key (tenant_id, version_id, instance_id),
  constraint attached_versions_version foreign key (tenant_id, version_id)
    references document_versions (tenant_id, id) on delete cascade,
  constraint attached_versions_approval foreign key (tenant_id, instance_id)
    references attached_approvals (tenant_id, instance_id),
  constraint attached_versions_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create index attached_versions_approval on attached_versions (tenant_id, instance_id);

create table attachment_readers (
  tenant_id uuid not null,
  instance_id uuid not null,
  user_id text not null,
  task_no text not null,
  node_name text not null,
  granted_at timestamptz(3) not null,
  -- Since when the task no longer waits for them.
  ended_at timestamptz(3),
  constraint attachment_readers_pkey primary key (tenant_id, instance_id, user_id, task_no),
  constraint attachment_readers_approval foreign key (tenant_id, instance_id)
    references attached_approvals (tenant_id, instance_id)
);

insert into attached_approvals (tenant_id, instance_id, number)
select distinct binding.tenant_id, binding.instance_id, 0
from approval_attachments as attached
join approval_bindings as binding
  on binding.tenant_id = attached.tenant_id and binding.id = attached.binding_id
where binding.instance_id is not null;

insert into attached_versions (tenant_id, version_id, instance_id, attached_by, attached_at)
select attached.tenant_id, attached.version_id, binding.instance_id, attached.attached_by,
  attached.attached_at
from approval_attachments as attached
join approval_bindings as binding
  on binding.tenant_id = attached.tenant_id and binding.id = attached.binding_id
where binding.instance_id is not null
on conflict do nothing;

insert into attachment_readers
  (tenant_id, instance_id, user_id, task_no, node_name, granted_at, ended_at)
select reader.tenant_id, binding.instance_id, reader.user_id, reader.task_no, reader.node_name,
  reader.granted_at, reader.ended_at
from task_readers as reader
join approval_bindings as binding
  on binding.tenant_id = reader.tenant_id and binding.id = reader.binding_id
join attached_approvals as approval
  on approval.tenant_id = binding.tenant_id and approval.instance_id = binding.instance_id
on conflict do nothing;
