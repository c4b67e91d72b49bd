-- Why:   decision tables (DMN) are definitions of their own, beside the processes that use them.
-- Step:  expand. Earlier processes know nothing of these tables.
-- Locks: none, the tables are new.

-- As `definition_keys`: hands out version numbers, and is what concurrent changes of the versions of a key queue on.
create table decision_keys (
  tenant_id uuid not null,
  key text not null,
  biz_type text not null,
  last_version integer not null,
  created_at timestamptz(3) not null,
  constraint decision_keys_pkey primary key (tenant_id, key),
  constraint decision_keys_one_biz_type unique (tenant_id, key, biz_type),
  constraint decision_keys_biz_type_exists foreign key (tenant_id, biz_type)
    references biz_types (tenant_id, code),
  constraint decision_keys_key_shape check (key ~ '^[A-Za-z_][A-Za-z0-9._-]{0,99}$'),
  constraint decision_keys_last_version_positive check (last_version > 0)
);

create table decisions (
  tenant_id uuid not null,
  id uuid not null,
  key text not null,
  version integer not null,
  biz_type text not null,
  name text not null,
  status text not null,
  -- Hit policy, columns, rows, and what it gives otherwise.
  content jsonb not null,
  -- Values to try it with, and what it must give for them.
  examples jsonb not null,
  -- SHA-256 of the content that was published, as canonical JSON.
  content_hash bytea,
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  updated_by uuid not null,
  updated_at timestamptz(3) not null,
  published_by uuid,
  published_at timestamptz(3),
  retired_by uuid,
  retired_at timestamptz(3),
  constraint decisions_pkey primary key (tenant_id, id),
  constraint decisions_one_per_version unique (tenant_id, key, version),
  constraint decisions_key_of_biz_type foreign key (tenant_id, key, biz_type)
    references decision_keys (tenant_id, key, biz_type),
  constraint decisions_status_known check (status in ('DRAFT', 'PUBLISHED', 'RETIRED')),
  constraint decisions_version_positive check (version > 0),
  constraint decisions_name_length check (char_length(name) between 1 and 200),
  constraint decisions_content_object check (jsonb_typeof(content) = 'object'),
  constraint decisions_examples_list check (jsonb_typeof(examples) = 'array'),
  constraint decisions_hashed_when_published
    check ((status = 'DRAFT') = (content_hash is null) and octet_length(content_hash) = 32),
  constraint decisions_published_when_public
    check ((status = 'DRAFT') = (published_at is null) and (published_at is null) = (published_by is null)),
  constraint decisions_retired_when_retired
    check ((status = 'RETIRED') = (retired_at is not null) and (retired_at is null) = (retired_by is null))
);

-- What a node takes that uses a key: one version, also when two are published at once.
create unique index decisions_one_published_per_key
  on decisions (tenant_id, key) where status = 'PUBLISHED';

-- What approvals were decided by stays as it was, but for a tenant that is erased.
create function keep_published_decision() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_being_erased(old.tenant_id) then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' and new.status <> 'DRAFT'
    and (new.tenant_id, new.id, new.key, new.version, new.biz_type, new.content, new.examples, new.content_hash,
        new.published_by, new.published_at)
      = (old.tenant_id, old.id, old.key, old.version, old.biz_type, old.content, old.examples, old.content_hash,
        old.published_by, old.published_at) then
    return new;
  end if;
  raise exception 'a published decision is retired, and nothing else of it changes'
    using errcode = 'insufficient_privilege';
end
$$;
create trigger decisions_published_kept before update or delete on decisions
  for each row when (old.status <> 'DRAFT') execute function keep_published_decision();
