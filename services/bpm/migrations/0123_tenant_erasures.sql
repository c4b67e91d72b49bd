-- Why:   a tenant may leave for good (GDPR, article 28(3)(g)). The owner of the database erases it, as the owner alone
--        migrates: the service, and who has taken it over, can only read that it was done.
-- Step:  expand. Earlier processes write no more of a tenant that is being erased than later ones.
-- Locks: SHARE ROW EXCLUSIVE on the tables that get a trigger, for a moment.
set local lock_timeout = '2s';

-- One for each tenant that is to be erased; kept, so that it is known that it was done. The chain of the log names
-- each when it begins and when it ends.
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
create trigger attachment_grants_of_no_erased_tenant before insert on attachment_grants
  for each row execute function refuse_erased_tenant();
create trigger biz_types_of_no_erased_tenant before insert on biz_types
  for each row execute function refuse_erased_tenant();
create trigger calendars_of_no_erased_tenant before insert on calendars
  for each row execute function refuse_erased_tenant();
create trigger callback_origin_lists_of_no_erased_tenant before insert on callback_origin_lists
  for each row execute function refuse_erased_tenant();
create trigger delegations_of_no_erased_tenant before insert on delegations
  for each row execute function refuse_erased_tenant();
create trigger drawn_signatures_of_no_erased_tenant before insert on drawn_signatures
  for each row execute function refuse_erased_tenant();
create trigger incidents_of_no_erased_tenant before insert on incidents
  for each row execute function refuse_erased_tenant();
create trigger instance_actions_of_no_erased_tenant before insert on instance_actions
  for each row execute function refuse_erased_tenant();
create trigger notice_preferences_of_no_erased_tenant before insert on notice_preferences
  for each row execute function refuse_erased_tenant();
create trigger process_instances_of_no_erased_tenant before insert on process_instances
  for each row execute function refuse_erased_tenant();
create trigger start_keys_of_no_erased_tenant before insert on start_keys
  for each row execute function refuse_erased_tenant();
create trigger delivery_attempts_of_no_erased_tenant before insert on delivery_attempts
  for each row execute function refuse_erased_tenant('skip');
create trigger mail_queues_of_no_erased_tenant before insert on mail_queues
  for each row execute function refuse_erased_tenant('skip');
create trigger notices_of_no_erased_tenant before insert on notices
  for each row execute function refuse_erased_tenant('skip');

-- The guard of 0105, but for the rows of a tenant that is being erased.
create or replace function refuse_log_change() returns trigger language plpgsql as $$
declare
  erasable text[] := '{actor_name,on_behalf_of_name,actor_name_salt,on_behalf_of_name_salt,erased}';
begin
  if tg_op = 'DELETE' and tg_table_name = 'instance_actions' then
    if is_being_erased(old.tenant_id) then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'instance_actions' then
    if to_jsonb(new) - erasable = to_jsonb(old) - erasable
      and ((new.actor_name, new.actor_name_salt) is not distinct from (old.actor_name, old.actor_name_salt)
        or new.actor_name = pseudonym_of(new.actor_id) and new.actor_name_salt is null
          and new.erased ->> 'actor_name' = log_commitment(old.actor_name_salt, old.actor_name))
      and ((new.on_behalf_of_name, new.on_behalf_of_name_salt)
          is not distinct from (old.on_behalf_of_name, old.on_behalf_of_name_salt)
        or new.on_behalf_of_name = pseudonym_of(new.on_behalf_of_id::text) and new.on_behalf_of_name_salt is null
          and new.erased ->> 'on_behalf_of_name' = log_commitment(old.on_behalf_of_name_salt, old.on_behalf_of_name))
      and new.erased @> coalesce(old.erased, '{}') then
      return new;
    end if;
  end if;
  raise exception 'the log is append-only' using errcode = 'insufficient_privilege';
end
$$;

create or replace function keep_published_definition() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_being_erased(old.tenant_id) then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' and new.status <> 'DRAFT'
    and (new.tenant_id, new.id, new.key, new.version, new.biz_type, new.bpmn_xml, new.published_by, new.published_at)
      = (old.tenant_id, old.id, old.key, old.version, old.biz_type, old.bpmn_xml, old.published_by, old.published_at) then
    return new;
  end if;
  raise exception 'a published definition is retired, and nothing else of it changes'
    using errcode = 'insufficient_privilege';
end
$$;
