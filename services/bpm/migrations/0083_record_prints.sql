-- Why:   a record is printed for people: as its business type wants it, with the signatures that they drew.
-- Step:  expand. Earlier processes do not know the tables.
-- Locks: none, the tables are new.
create table record_templates (
  tenant_id uuid not null,
  biz_type text not null,
  template jsonb not null,
  updated_at timestamptz(3) not null,
  constraint record_templates_pkey primary key (tenant_id, biz_type),
  constraint record_templates_of_biz_type foreign key (tenant_id, biz_type)
    references biz_types (tenant_id, code),
  constraint record_templates_object check (jsonb_typeof(template) = 'object')
);

-- Each as long as it was in use: what was decided then is printed with it, whatever its person draws later.
create table drawn_signatures (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  strokes jsonb not null,
  -- Of the RFC 8785 form of the strokes, base64url.
  sha256 text not null,
  used_from timestamptz(3) not null,
  used_until timestamptz(3),
  constraint drawn_signatures_pkey primary key (tenant_id, id),
  constraint drawn_signatures_strokes_array check (jsonb_typeof(strokes) = 'array'),
  constraint drawn_signatures_size check (pg_column_size(strokes) <= 1000000)
);
create index drawn_signatures_by_user on drawn_signatures (tenant_id, user_id);
create unique index drawn_signatures_one_in_use on drawn_signatures (tenant_id, user_id)
  where used_until is null;
