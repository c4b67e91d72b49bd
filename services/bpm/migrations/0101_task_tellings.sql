-- Why:   a business type that begins to ask for task.assigned knows nothing of tasks that are open by then: the document
--        service, after an update, of who has to decide and may read. They are told once.
-- Step:  new table. Types that ask already are told of all their open tasks anew: who knows takes it as it is.
-- Locks: none; nothing reads it yet.

create table task_tellings (
  tenant_id uuid not null,
  biz_type text not null,
  biz_type_version text not null,
  -- The last approval whose tasks are told.
  after_instance_id uuid not null default '00000000-0000-0000-0000-000000000000',
  leased_until timestamptz(3) not null default '-infinity',
  constraint task_tellings_pkey primary key (tenant_id, biz_type, biz_type_version),
  constraint task_tellings_of_biz_type_version foreign key (tenant_id, biz_type, biz_type_version)
    references biz_type_versions (tenant_id, code, version)
);

insert into task_tellings (tenant_id, biz_type, biz_type_version)
select tenant_id, code, version from biz_type_versions where 'task.assigned' = any(callback_events);
