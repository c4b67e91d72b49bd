-- Why:   a tenant may leave for good (GDPR, article 28(3)(g)). The owner of the database erases it, as the owner alone
--        migrates: the service, and who has taken it over, can only read that it was done.
-- Step:  expand. Earlier processes write no more of a tenant that is being erased than later ones.
-- Locks: SHARE ROW EXCLUSIVE on the tables that get a trigger, for a moment.
set local lock_timeout = '2s';

-- One for each tenant that is to be erased; kept, so that it is known that it was done. The chain of the tenant's audit
-- ends with it.
create table tenant_erasures (
  erasure_id uuid not null,
  tenant_id uuid not null,
  -- Who, as the operator says it.
  asked_by text not null,
  asked_at timestamptz(3) not null,
  -- Not before; until it begins it can be cancelled.
  due_at timestamptz(3) not null,
  cancelled_at timestamptz(3),
  -- From then on nothing is written for the tenant.
  begun_at timestamptz(3),
  -- Rows that went, by table.
  counts jsonb not null default '{}',
  ended_at timestamptz(3),
  constraint tenant_erasures_pkey primary key (erasure_id),
  constraint tenant_erasures_begin_when_due check (begun_at >= due_at),
  constraint tenant_erasures_cancelled_before check (cancelled_at is null or begun_at is null),
  constraint tenant_erasures_ended_after check (ended_at is null or begun_at is not null)
);
create unique index tenant_erasures_one_each on tenant_erasures (tenant_id) where cancelled_at is null;

create function guard_tenant_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.ended_at is null and old.cancelled_at is null
      and (new.erasure_id, new.tenant_id, new.asked_by, new.asked_at, new.due_at)
        = (old.erasure_id, old.tenant_id, old.asked_by, old.asked_at, old.due_at)
      and (old.begun_at is null or new.begun_at = old.begun_at) then
      return new;
    end if;
  end if;
  raise exception 'the erasure of a tenant stays as it was begun' using errcode = 'insufficient_privilege';
end
$$;
create trigger tenant_erasures_guarded before update or delete on tenant_erasures
  for each row execute function guard_tenant_erasure();

-- What is under way may go, and nothing of anybody else.
create function is_being_erased(tenant uuid) returns boolean language sql stable as $$
  select exists (select from tenant_erasures e
    where e.tenant_id = tenant and e.cancelled_at is null and e.begun_at is not null and e.ended_at is null)
$$;

-- Rows of a tenant begin in these tables: what is in others refers to a row of one of them. `skip`: what is written of
-- several tenants by one statement, so that others do not suffer.
create function refuse_erased_tenant() returns trigger language plpgsql as $$
begin
  -- The transaction gets its number before it looks: the erasure waits for whoever had one when it began.
  perform pg_current_xact_id();
  if exists (select from tenant_erasures e where e.tenant_id = new.tenant_id and e.cancelled_at is null and e.begun_at is not null) then
    if tg_argv[0] = 'skip' then
      return null;
    end if;
    raise exception 'the tenant % was erased', new.tenant_id using errcode = '23T10';
  end if;
  return new;
end
$$;
create trigger acl_entries_of_no_erased_tenant before insert on acl_entries
  for each row execute function refuse_erased_tenant();
create trigger attached_approvals_of_no_erased_tenant before insert on attached_approvals
  for each row execute function refuse_erased_tenant();
create trigger audit_events_of_no_erased_tenant before insert on audit_events for each row
  when (new.action not in ('tenant.erasure_begun', 'tenant.erased')) execute function refuse_erased_tenant();
create trigger biz_type_registrations_of_no_erased_tenant before insert on biz_type_registrations
  for each row execute function refuse_erased_tenant();
create trigger documents_of_no_erased_tenant before insert on documents
  for each row execute function refuse_erased_tenant();
create trigger folders_of_no_erased_tenant before insert on folders
  for each row execute function refuse_erased_tenant();
create trigger record_filing_policies_of_no_erased_tenant before insert on record_filing_policies
  for each row execute function refuse_erased_tenant();
create trigger retention_policies_of_no_erased_tenant before insert on retention_policies
  for each row execute function refuse_erased_tenant();
create trigger scan_policies_of_no_erased_tenant before insert on scan_policies
  for each row execute function refuse_erased_tenant();
create trigger storage_sources_of_no_erased_tenant before insert on storage_sources
  for each row execute function refuse_erased_tenant();
create trigger task_reading_policies_of_no_erased_tenant before insert on task_reading_policies
  for each row execute function refuse_erased_tenant();
create trigger tenant_usage_of_no_erased_tenant before insert on tenant_usage
  for each row execute function refuse_erased_tenant();
create trigger workflow_event_positions_of_no_erased_tenant before insert on workflow_event_positions
  for each row execute function refuse_erased_tenant();
create trigger workflow_events_of_no_erased_tenant before insert on workflow_events
  for each row execute function refuse_erased_tenant();

-- Of the audit of a tenant that is being erased stays what tells of it, and where its chain ends.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'audit_events' then
    if old.action not in ('tenant.erasure_begun', 'tenant.erased') and is_being_erased(old.tenant_id) then
      return old;
    end if;
  end if;
  raise exception 'the audit is append-only' using errcode = 'insufficient_privilege';
end
$$;

create or replace function refuse_filed_record_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_being_erased(old.tenant_id) then
      return old;
    end if;
  end if;
  raise exception 'a filed record stays as it is' using errcode = 'insufficient_privilege';
end
$$;
