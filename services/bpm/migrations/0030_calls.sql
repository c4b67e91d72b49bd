-- Why: a process may call another one, which runs as an approval of its own for it.
-- Step: adds columns; approvals that nobody called leave them empty.
-- Locks: process_instances for a moment, and while its rows are read once for the foreign keys.

alter table process_instances
  -- The approval that called this one, on which node and under which number of its calls.
  add column parent_id uuid,
  add column parent_node text,
  add column parent_call integer,
  -- The first of them. Its row is what all actions on approvals of the family queue on.
  add column root_id uuid,
  -- Of the first approval: the business object that all of the family is about is shown there.
  add column detail_url text,
  add constraint process_instances_of_parent foreign key (tenant_id, parent_id)
    references process_instances (tenant_id, id),
  add constraint process_instances_of_root foreign key (tenant_id, root_id)
    references process_instances (tenant_id, id),
  add constraint process_instances_called_wholly check (
    (parent_id is null) = (root_id is null) and (parent_id is null) = (parent_call is null)
    and (parent_id is null) = (parent_node is null) and (parent_id is null) = (detail_url is null)
  );

-- One approval per call, whatever is tried twice.
create unique index process_instances_one_per_call
  on process_instances (tenant_id, parent_id, parent_call) where parent_id is not null;

-- Keys that a process calls: to find what calls what, and circles of it, without reading documents.
alter table definitions add column called_keys text[] not null default '{}';
-- What became of the parts of another engine when the document was read.
alter table definitions add column imported jsonb;
